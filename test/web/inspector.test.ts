import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { editorForSuite, openEditor, TWO_TEXTS } from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';

describe('the inspector', () => {
  const editor = editorForSuite();

  const select = (page: Page, id: string): Promise<void> =>
    page.locator('.bar-clip', { hasText: id }).focus();

  it('sets colours, fonts, filters and gradients', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    const first = async () => (await editor.api('GET', `/v1/videos/${video.id}`)).body.data.clips[0];
    await select(page, 'first');
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Choose stroke color' }).click();
    await page.getByRole('slider', { name: 'Hue' }).focus();
    await page.getByLabel('Stroke color', { exact: true }).and(page.locator('input')).fill('#ff0000');
    await page.getByRole('slider', { name: 'Hue' }).focus();
    await page.keyboard.press('PageUp');
    await eventually(async () =>
      expect((await first()).textProperties.strokeColor).to.match(/^#ff[1-9a-f][0-9a-f]00$/),
    );
    await page.getByLabel('Font family').first().selectOption('Inter');
    await page.getByLabel('Font weight').first().selectOption('Semibold');
    await page.getByRole('group', { name: 'Text align' }).getByRole('button', { name: 'Right' }).click();
    await page.getByLabel('Form of color').first().selectOption('Gradient');
    await page.getByText('Effects', { exact: true }).click();
    await page.getByText('Filters', { exact: true }).click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel('Filter 1', { exact: true }).selectOption('sepia');
    await eventually(async () => {
      const { textProperties, effects } = await first();
      expect(textProperties).to.deep.include({ fontFamily: 'Inter', fontWeight: 600, textAlign: 'right' });
      expect(textProperties.color.stops).to.have.length(2);
      expect(effects.filters).to.deep.equal([{ type: 'sepia', amount: 1 }]);
    });
    expect(complaints).to.deep.equal([]);
  });
});
