import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { signedIn } from '../support/web/dashboard.js';
import { editorForSuite, openEditor, openExport, showPanel, TWO_TEXTS } from '../support/web/editor.js';

/** The element with the focus. */
const FOCUSED = `(() => {
  const { activeElement } = document;
  return activeElement.getAttribute('aria-label') ?? activeElement.textContent.trim();
})()`;

describe('the focus', () => {
  const editor = editorForSuite();

  const isOn = (page: Page, name: string) =>
    eventually(async () => expect(await page.evaluate(FOCUSED)).to.match(new RegExp(name)));

  it('goes from a clip that is deleted to the next one, which is not selected by that, and then into the timeline', async () => {
    const { page, complaints } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    const [first, second] = ['first', 'second'].map((name) =>
      page.locator('.bar-clip').filter({ hasText: name }),
    );
    await page.locator('.side').first().waitFor();
    await second?.focus();
    await page.keyboard.press('Delete');
    await isOn(page, '^text first');
    // Held or pressed again, the key deletes nothing more.
    await page.keyboard.press('Delete');
    expect(await first?.getAttribute('aria-pressed')).to.equal('false');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await first?.waitFor({ state: 'detached' });
    expect(await page.evaluate(`document.activeElement.closest('.timeline') !== null`)).to.equal(true);

    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await first?.waitFor();
    await second?.waitFor();
    await isOn(page, '^Undo$');
    expect(complaints).to.deep.equal([]);
  });

  it('goes nowhere from what is removed by pointer: keys are those of the editor again', async () => {
    const { page, complaints } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    await page.getByRole('button', { name: 'text clip first' }).click();
    await page.locator('.clip-bar').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'text clip first' }).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement === document.body')).to.equal(true);
    await page.keyboard.press('ArrowRight');
    await page.getByText('0.04 s', { exact: true }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('stays on buttons that do nothing for a while, and comes back from dialogs', async () => {
    const { page, complaints } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    await openExport(page);
    await page.getByRole('button', { name: 'Start export' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').getByText('Version 1').waitFor();
    await isOn(page, '^Start export$');
    await page.getByRole('button', { name: 'Close', exact: true }).focus();
    await page.keyboard.press('Enter');
    await isOn(page, '^Export$');
    await showPanel(page, 'Media');
    await page.getByRole('button', { name: 'From an address' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await isOn(page, '^From an address$');
    expect(complaints).to.deep.equal([]);
  });

  it('stays with what a reviewer says, answers and resolves', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, await editor.linked(video, { access: 'review' }));
    await page.getByLabel('Comment at').fill('Larger.');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Comment', exact: true }).press('Enter');
    await page.getByText('Larger.').waitFor();
    await isOn(page, '^Comment$');
    await page.getByRole('button', { name: 'Reply' }).press('Enter');
    const reply = page.getByLabel('Your reply');
    const room = async () => {
      const [above, below] = [
        await page.getByRole('button', { name: 'Reply' }).boundingBox(),
        await reply.boundingBox(),
      ];
      return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
    };
    expect(await room(), 'between the buttons and the reply').to.be.at.least(4);
    await reply.fill('Done.');
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await page.getByText('Done.').waitFor();
    await isOn(page, '^Resolve$');
    await page.getByRole('button', { name: 'Resolve' }).press('Enter');
    await isOn(page, '^1 resolved comment$');
    expect(complaints).to.deep.equal([]);
  });

  it('stays on the button that chooses a file to check', async () => {
    const { page, section, complaints } = await signedIn(editor, 'focus');
    await section('Renders');
    await page.getByRole('button', { name: 'Choose a file' }).focus();
    await page
      .getByLabel('File to check')
      .setInputFiles({ name: 'empty.mp4', mimeType: 'video/mp4', buffer: Buffer.from('') });
    await page.getByText('empty.mp4').waitFor();
    await isOn(page, '^Choose a file$');
    expect(complaints).to.deep.equal([]);
  });
});
