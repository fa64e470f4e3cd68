import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { join } from 'node:path';
import { montserratFolder } from '../../infrastructure/rendering/text/fonts/font-files.js';
import { copyFile } from 'node:fs/promises';
import { eventually } from '../support/eventually.js';
import { studioForSuite } from '../support/renders/render.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, openEditor, showPanel, storedVideo, TWO_TEXTS } from '../support/web/editor.js';

describe('the fonts of the editor', () => {
  const editor = editorForSuite();
  const studio = studioForSuite();

  const openFonts = async (page: Page): Promise<void> => {
    await page.locator('.bar-clip', { hasText: 'first' }).focus();
    await page.getByLabel('Font family', { exact: true }).and(page.locator('button')).click();
    await page.getByRole('radiogroup', { name: 'Font family' }).waitFor();
  };
  /** Whether the page draws the name of a family with a font that it has loaded. */
  const isInItsFace = (page: Page, family: string): Promise<boolean> =>
    page.evaluate<boolean>(`(() => {
      const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
      const names = [...document.querySelectorAll('[role=radiogroup] label span')];
      return names
        .filter(({ textContent }) => textContent === ${JSON.stringify(family)})
        .map((span) => getComputedStyle(span).fontFamily)
        .some((used) => loaded.some(({ family }) => used.includes(family.replaceAll('"', ''))));
    })()`);
  const shownIn = (page: Page, family: string): Promise<void> =>
    eventually(async () => void expect(await isInItsFace(page, family), family).to.equal(true));

  it('are shown in their own faces, found by name, and tried with the arrow keys', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    await openFonts(page);
    for (const family of ['Aileron', 'Anton', 'Arapey']) await shownIn(page, family);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByLabel('Search fonts').fill('no such');
    await page.getByText('No font has this name.').waitFor();
    await page.getByLabel('Search fonts').fill('mont');
    await shownIn(page, 'Montserrat');
    await page.getByLabel('Search fonts').fill('');
    await page.getByRole('radio', { name: 'Anton', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => {
      const [{ textProperties }] = (await storedVideo(editor, video.id)).clips;
      expect(textProperties).to.include({ fontFamily: 'Arapey' });
    });
    await page.getByRole('radio', { name: /default/ }).focus();
    await page.keyboard.press('Space');
    await eventually(async () => {
      const [{ textProperties }] = (await storedVideo(editor, video.id)).clips;
      expect(textProperties).to.include({ fontFamily: 'Arial' });
    });
    expect(complaints).to.deep.equal([]);
  });

  it('are those on this computer too: uploaded for the selected text', async () => {
    const path = join(studio.folder, 'House-Regular.ttf');
    await copyFile(join(montserratFolder(), '400Regular', 'Montserrat_400Regular.ttf'), path);
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    await openFonts(page);
    await page.getByLabel('Font files').setInputFiles(path);
    const stored = async () => {
      const { metadata, clips } = await storedVideo(editor, video.id);
      expect(metadata.fonts).to.have.length(1);
      expect(metadata.fonts[0]).to.include({ family: 'House' });
      expect(clips[0].textProperties).to.include({ fontFamily: 'House' });
    };
    await eventually(stored);
    await page.getByRole('region', { name: 'Fonts of this video' }).waitFor();
    await shownIn(page, 'House');

    // As one step: undone, the font is only in the media panel, and used from there again.
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => {
      const { metadata, clips } = await storedVideo(editor, video.id);
      expect(metadata.fonts ?? []).to.deep.equal([]);
      expect(clips[0].textProperties.fontFamily ?? 'Arial').to.equal('Arial');
    });
    await showPanel(page, 'Media');
    await page.getByRole('button', { name: 'House-Regular.ttf' }).click();
    await eventually(stored);
    expect(complaints).to.deep.equal([]);
  });
});
