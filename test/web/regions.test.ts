import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, openEditor, openExport, storedVideo, TWO_TEXTS } from '../support/web/editor.js';
import { drag } from '../support/web/hand.js';
import { eventually } from '../support/eventually.js';
import { itIfLong } from '../support/long-form.js';

/** The part of the editor that has the focus, and what has it there. */
const READ_FOCUS = `(() => {
  const { activeElement } = document;
  const region = activeElement.closest('header, main, aside, section');
  return [
    region?.getAttribute('aria-label') ?? region?.tagName.toLowerCase(),
    activeElement.getAttribute('aria-label') ?? activeElement.textContent,
  ];
})()`;

/** Whether the text of the JSON view has the focus. */
const IS_IN_JSON = `document.activeElement.shadowRoot?.activeElement?.getAttribute('aria-label') === 'The project as JSON'`;

describe('the parts of the editor', () => {
  const editor = editorForSuite();

  const focus = (page: Page) => page.evaluate<ReadonlyArray<string>>(READ_FOCUS);
  const opened = async () => {
    const video = await editor.stored(TWO_TEXTS);
    const shown = await openEditor(editor, video);
    await shown.page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    await shown.page.locator('.side').first().waitFor();
    return { ...video, ...shown };
  };

  it('are reached one after the other with F6, also from a field and from JSON, and back; the question mark shows all keys', async () => {
    const { id, page, complaints } = await opened();
    const next = async (keys = 'F6') => {
      await page.keyboard.press(keys);
      return focus(page);
    };
    expect(await next()).to.deep.equal(['header', 'Add text']);
    expect(await next('Control+F6')).to.deep.equal(['Stage', 'Zoom of the stage']);
    expect(await next()).to.deep.equal(['Properties', 'Edit']);
    expect(await next()).to.deep.equal(['Timeline', 'Play']);
    expect(await next()).to.deep.equal(['header', 'Add text']);
    expect(await next('Shift+F6')).to.deep.equal(['Timeline', 'Play']);

    // Nothing else is selected by that.
    const pressed = () => page.locator('.clip-box[aria-pressed=true]').count();
    for (const [key, selected] of [
      ['Control+a', 2],
      ['Escape', 0],
    ] as const) {
      await page.keyboard.press(key);
      for (let presses = 0; presses < 4; presses += 1) await next();
      expect(await pressed()).to.equal(selected);
    }

    // The selected clip has the focus on the stage and on the timeline, and what had it before elsewhere.
    await page.getByRole('button', { name: 'text clip second' }).focus();
    await page.getByLabel('Content').focus();
    expect(await next()).to.deep.equal(['Timeline', 'text second, from 0 s to 2 s']);
    expect(await next()).to.deep.equal(['header', 'Add text']);
    expect(await next()).to.deep.equal(['Stage', 'text clip second']);
    expect((await next())[0]).to.equal('Properties');
    await page.keyboard.type('!');
    expect(await page.getByLabel('Content').inputValue()).to.equal('!Text of second');

    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByLabel('The project as JSON').focus();
    expect((await next())[0]).to.equal('Timeline');
    await next('Shift+F6');
    expect(await page.evaluate(IS_IN_JSON)).to.equal(true);

    // A number that was typed goes to the clip that was selected, when another one is pressed.
    await page.getByRole('tab', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'text clip first' }).click();
    await page.getByRole('tab', { name: 'Layout' }).click();
    await page.getByLabel('X, px').fill('160');
    await page.getByRole('button', { name: 'text clip second' }).click();
    await page.getByRole('heading', { name: 'text second' }).waitFor();
    await page.getByLabel('Y, px').fill('140');
    await page.getByRole('button', { name: /^text first, from/ }).click();
    await eventually(async () => {
      const { clips } = await storedVideo(editor, id);
      expect(clips.map(({ position }: { position: object }) => position)).to.deep.equal([
        { ...TWO_TEXTS.clips[0]?.position, x: 160 },
        { ...TWO_TEXTS.clips[1]?.position, y: 140 },
      ]);
    });

    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await dialog.getByRole('row', { name: /Go to the next part .*F6/ }).waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.keyboard.press('F6');
    expect(await page.evaluate(`document.activeElement.closest('dialog') !== null`)).to.equal(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Keys' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    expect(complaints).to.deep.equal([]);
  });

  itIfLong(
    'share the height of the window as the border above the timeline says, also after a reload',
    async () => {
      const { page, complaints } = await opened();
      const border = page.getByRole('separator', { name: 'Height of the timeline' });
      const timeline = page.getByRole('region', { name: 'Timeline' });
      const heights = async () => [
        Number(await border.getAttribute('aria-valuenow')),
        (await timeline.boundingBox())?.height,
      ];
      const isHigh = (height: number) =>
        eventually(async () => expect(await heights()).to.deep.equal([height, height]));
      await isHigh(248);
      await border.focus();
      await page.keyboard.press('ArrowUp');
      await isHigh(264);
      await page.keyboard.press('PageUp');
      await isHigh(360);
      await page.keyboard.press('ArrowDown');
      await isHigh(344);
      expect(await accessibilityProblems(page)).to.deep.equal([]);

      await drag(border, 0, -60);
      await isHigh(404);
      await page.reload();
      await isHigh(404);

      // The stage keeps its part of a low window, and the border its place in a high one.
      await page.setViewportSize({ width: 1280, height: 600 });
      await isHigh(320);
      await page.setViewportSize({ width: 1280, height: 800 });
      await isHigh(404);
      await border.focus();
      await page.keyboard.press('End');
      await isHigh(520);
      await page.keyboard.press('Home');
      await isHigh(120);
      await border.dblclick();
      await isHigh(248);
      expect(complaints).to.deep.equal([]);
    },
  );

  it('are not changed by keys while a dialog is open, even if nothing in it has the focus', async () => {
    const { page, id } = await opened();
    await page.keyboard.press('Control+a');
    await openExport(page);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.evaluate('document.activeElement.blur()');
    for (const key of ['Delete', 'Control+z', 'Escape']) await page.keyboard.press(key);
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('.clip-box[aria-pressed=true]').count()).to.equal(2);
    expect((await storedVideo(editor, id)).clips).to.have.length(2);
  });

  it('play with Space also after a button was clicked, which a keyboard presses with it', async () => {
    const { page, id } = await opened();
    const added = async () => (await storedVideo(editor, id)).clips.length;
    const add = page.getByRole('button', { name: 'Add shape' });
    await add.click();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.getByRole('button', { name: 'Play' }).focus();
    await add.focus();
    await page.keyboard.press('Space');
    await eventually(async () => expect(await added()).to.equal(4));
  });
});
