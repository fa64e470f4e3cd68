import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { controlOf } from '../../web/src/editor/form/control.js';
import {
  CLIP_TYPES,
  clipSchema,
  fieldsOf,
  scaleOf,
  type Schema,
  shownAs,
  shownDefault,
} from '../../web/src/editor/form/schema.js';
import { type EditorUnderTest, editorUnderTest, openEditor, TWO_TEXTS } from '../support/web/editor.js';
import { ALL_TYPES } from '../support/web/editor-documents.js';
import { eventually } from '../support/eventually.js';

/** What an input shows, as an element of the page has it. */
interface ShownInput {
  readonly name: string;
  readonly min: string;
  readonly max: string;
  readonly placeholder: string;
}

/** Opens all groups of fields of all tabs, until nothing is closed any more, and reads all inputs. */
const READ_INPUTS = `(async () => {
  const drawn = async () => {
    await new Promise(requestAnimationFrame);
    await new Promise((done) => setTimeout(done));
  };
  const all = [];
  for (const tab of document.querySelectorAll('[aria-label=Fields] [role=tab]')) {
    tab.click();
    await drawn();
    const panel = document.querySelector('[role=tabpanel]');
    for (let closed; (closed = panel.querySelectorAll('details:not([open])')).length > 0; ) {
      for (const one of closed) one.open = true;
      await drawn();
    }
    for (const { name, min, max, placeholder } of panel.querySelectorAll('[name]'))
      all.push({ name, min: min ?? '', max: max ?? '', placeholder: placeholder ?? '' });
  }
  return all;
})()`;

const inSeconds = (bound: number | undefined, field: Schema) =>
  bound === undefined ? undefined : bound / scaleOf(field);

/** The inputs of a form in which nothing is added to a list and every choice is left as it is. */
const inputsOf = (schema: Schema, path = ''): ReadonlyArray<ShownInput> =>
  fieldsOf(schema).flatMap(([name, field]) => inputsOfField(name, field, `${path}${name}`));

const inputsOfField = (name: string, field: Schema, path: string): ReadonlyArray<ShownInput> => {
  const control = controlOf(name, field);
  const plain = { name: path, min: '', max: '', placeholder: '' };
  switch (control._tag) {
    case 'Group':
      return inputsOf(field, `${path}.`);
    case 'List':
      return [];
    case 'Choice':
      return inputsOfField(name, { ...control.forms[0], default: field.default }, path);
    case 'Variants':
      return [{ ...plain, name: `${path}.type` }];
    case 'Select':
    case 'Checkbox':
      return [plain];
    case 'Number':
      return [
        {
          ...plain,
          min: shownAs(inSeconds(control.minimum, field)),
          max: shownAs(inSeconds(control.maximum, field)),
          placeholder: shownDefault(field),
        },
      ];
    case 'Text':
    case 'Color':
    case 'Font':
    case 'Scalar':
    case 'Json':
      return [{ ...plain, placeholder: shownDefault(field) }];
  }
};

describe('the inspector', function () {
  this.timeout(120_000);
  let editor: EditorUnderTest;
  before(async () => {
    editor = await editorUnderTest();
  });

  const select = (page: Page, id: string): Promise<void> =>
    page.locator('.bar-clip', { hasText: id }).focus();

  it('shows every field of every type of clip, with its bounds and its default', async () => {
    const video = await editor.stored(ALL_TYPES);
    const { page, context } = await openEditor(editor, video);
    for (const type of CLIP_TYPES) {
      await select(page, `a-${type}`);
      await page.getByRole('heading', { name: `${type} a-${type}` }).waitFor();
      const shown = await page.evaluate<ReadonlyArray<ShownInput>>(READ_INPUTS);
      const expected = inputsOf(clipSchema(type)).filter(({ name }) => name !== 'type' && name !== 'id');
      expect(expected.length, type).to.be.above(35);
      expect(shown, type).to.include.deep.members(expected);
    }
    await context.close();
  });

  it('sets colours, fonts, filters and gradients', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, context, complaints } = await openEditor(editor, video);
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
    await page.getByLabel('Choose a font').first().selectOption('Inter');
    await page.getByLabel('Form of color').first().selectOption('Gradient');
    await page.getByText('Effects', { exact: true }).click();
    await page.getByText('Filters', { exact: true }).click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel('Filter 1', { exact: true }).selectOption('sepia');
    await eventually(async () => {
      const { textProperties, effects } = await first();
      expect(textProperties).to.deep.include({ fontFamily: 'Inter' });
      expect(textProperties.color.stops).to.have.length(2);
      expect(effects.filters).to.deep.equal([{ type: 'sepia', amount: 1 }]);
    });
    expect(complaints).to.deep.equal([]);
    await context.close();
  });
});
