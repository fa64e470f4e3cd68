import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createClient } from '../../clients/typescript/core/client.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, openEditor, showPanel, type StoredVideo, TWO_TEXTS } from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';

/** Has a field of the inspector take its value from a new variable. */
const makeVariable = async (page: Page, field: string, name: string): Promise<void> => {
  await page.getByLabel(field, { exact: true }).hover();
  await page
    .locator('.field, .place-field', { has: page.getByLabel(field, { exact: true }) })
    .getByRole('button', { name: 'Make it a variable' })
    .click();
  await page.getByLabel('Name of the variable').fill(name);
  await page.keyboard.press('Enter');
};

describe('variables in the editor', () => {
  const editor = editorForSuite();

  /** The record of the video. Not with the client of tests: what is described does not have placeholders. */
  const recordOf = ({ id, token }: StoredVideo) =>
    createClient({ baseUrl: editor.service.baseUrl, editorToken: token }).videos.get(id);

  it('are made from fields, shown with their defaults, and turned back into values', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    const stored = () => recordOf(video);
    await page.getByRole('button', { name: 'text clip first' }).click();
    await makeVariable(page, 'Content', 'title');
    await makeVariable(page, 'Font size', 'size');
    await makeVariable(page, 'Color', 'ink');
    await eventually(async () => {
      const { clips, variables } = await stored();
      expect(clips).to.have.nested.property('[0].textProperties').that.includes({
        content: '{{title}}',
        fontSize: '{{size}}',
        color: '{{ink}}',
      });
      expect(variables).to.deep.equal({
        title: { type: 'text', default: 'Text of first' },
        size: { type: 'number', default: 40 },
        ink: { type: 'color', default: '#ffffff' },
      });
    });
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    // The field changes the default, and the stage shows it.
    await page.getByLabel('Content', { exact: true }).fill('Spring');
    await eventually(async () => expect((await stored()).variables?.['title']?.default).to.equal('Spring'));
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();

    await page.getByRole('button', { name: 'Use the value of title here, not the variable' }).click();
    await eventually(async () => {
      const { clips, variables } = await stored();
      expect(clips).to.have.nested.property('[0].textProperties.content', 'Spring');
      expect(variables).to.not.have.property('title');
    });
    await page.keyboard.press('Control+z');
    await eventually(async () => expect((await stored()).variables).to.have.property('title'));
    expect(complaints).to.deep.equal([]);
  });

  it('are made from fields of the place and the size, which then change their defaults', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    await page.getByRole('button', { name: 'text clip first' }).click();
    await page.getByRole('tab', { name: 'Layout' }).click();
    await makeVariable(page, 'X, px', 'left');
    await makeVariable(page, 'W, px', 'wide');
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByLabel('X, px', { exact: true }).fill('160');
    await page.keyboard.press('Enter');
    await eventually(async () => {
      const { clips, variables } = await recordOf(video);
      expect(clips).to.have.nested.property('[0].position.x', '{{left}}');
      expect(clips).to.have.nested.property('[0].size.width', '{{wide}}');
      expect(variables).to.deep.equal({
        left: { type: 'number', default: 160 },
        wide: { type: 'number', default: 400 },
      });
    });
    await page.getByRole('button', { name: 'Use the value of left here, not the variable' }).click();
    await eventually(async () => {
      const { clips, variables } = await recordOf(video);
      expect(clips).to.have.nested.property('[0].position.x', 160);
      expect(variables).to.have.all.keys('wide');
    });
    expect(complaints).to.deep.equal([]);
  });

  it('are listed with their uses, renamed, changed and removed', async () => {
    const [first, second] = TWO_TEXTS.clips;
    const video = await editor.stored({
      ...TWO_TEXTS,
      metadata: { ...TWO_TEXTS.metadata, name: 'Film for {{city}}' },
      clips: [
        { ...first, textProperties: { ...first?.textProperties, content: '{{city}}' } },
        { ...second, textProperties: { ...second?.textProperties, content: 'In {{city}}, {{when|today}}' } },
      ],
      variables: { city: { type: 'text', default: 'Paris' } },
    });
    const { page, complaints } = await openEditor(editor, video);
    const stored = () => recordOf(video);
    await page.getByRole('heading', { name: 'Film for Paris' }).waitFor();
    await showPanel(page, 'Variables');
    const uses = page.getByRole('list', { name: 'Where it is used' }).first().getByRole('button');
    await uses.first().waitFor();
    expect(await uses.allInnerTexts()).to.deep.equal([
      'Name of the video',
      'Content of first',
      'Content of second',
    ]);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await uses.nth(2).click();
    expect(
      await page.getByRole('button', { name: 'text clip second' }).getAttribute('aria-pressed'),
    ).to.equal('true');

    const name = page.getByLabel('Name of the variable city');
    await name.fill('when');
    await name.press('Enter');
    await page.getByText('Another variable has this name.').waitFor();
    await name.fill('town');
    await name.press('Enter');
    await page.getByLabel('Default', { exact: true }).first().fill('Rome');
    await eventually(async () => {
      const { metadata, clips, variables } = await stored();
      expect(metadata.name).to.equal('Film for {{town}}');
      expect(clips).to.have.nested.property('[1].textProperties.content', 'In {{town}}, {{when|today}}');
      expect(variables).to.deep.equal({ town: { type: 'text', default: 'Rome' } });
    });
    await page.getByRole('button', { name: 'Remove town, and keep its value in the video' }).click();
    await eventually(async () => {
      const { clips, variables } = await stored();
      expect(clips).to.have.nested.property('[1].textProperties.content', 'In Rome, {{when|today}}');
      expect(variables).to.equal(undefined);
    });
    expect(complaints).to.deep.equal([]);
  });
});
