import { expect } from 'chai';
import { accessibilityProblems } from '../support/web/browser.js';
import { signedIn } from '../support/web/dashboard.js';
import { editorForSuite, openEditor, showPanel, storedVideo, TWO_TEXTS } from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';

/** Of another system: something about its second clip cannot be carried over. */
const PROJECT = {
  timeline: {
    tracks: [
      {
        clips: [
          { asset: { type: 'text', text: 'Hello' }, start: 0, length: 1 },
          { asset: { type: 'text', text: 'World', shine: 1 }, start: 1, length: 1 },
        ],
      },
    ],
  },
  output: { size: { width: 320, height: 180 } },
};

const file = {
  name: 'project.json5',
  mimeType: 'application/json5',
  buffer: Buffer.from(`// As those of editly are\n${JSON.stringify(PROJECT).replaceAll('"text"', "'text'")}`),
};

describe('importing a project', () => {
  const editor = editorForSuite();

  it('makes a video in the dashboard, whose differences are listed in the editor until they are done with', async () => {
    const { page, complaints } = await signedIn(editor, 'imports-a-project');
    await page.getByRole('button', { name: 'Import…' }).click();
    await page.getByLabel('Project to import').setInputFiles(file);
    await page.getByRole('button', { name: 'Create this video' }).click();
    const differences = page.getByRole('list', { name: 'What differs' });
    await page.getByRole('button', { name: 'Show World' }).click();
    await page.getByRole('button', { name: 'text clip World' }).waitFor();
    await page.reload();
    await differences.getByText('shine').waitFor();
    await page.getByRole('button', { name: 'Done with these' }).click();
    await page.reload();
    await page.getByAltText('Frame at').waitFor();
    expect(await differences.count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });

  it('opens it in the editor, and leads from what differs to its clips', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    await showPanel(page, 'Media');
    await page.getByRole('button', { name: 'Import…' }).click();
    const chosen = page.getByLabel('Project to import');
    expect(await chosen.getAttribute('accept')).to.include('.json5');
    await chosen.setInputFiles(file);
    await page.getByAltText('Six frames of the video').waitFor();
    await page.getByRole('button', { name: 'Open it here' }).click();
    const differences = page.getByRole('list', { name: 'What differs' });
    await differences.getByText('shine').waitFor();
    const contents = async () =>
      (await storedVideo(editor, video.id)).clips.map(
        ({ textProperties }: { readonly textProperties: { readonly content: string } }) =>
          textProperties.content,
      );
    await eventually(async () => expect(await contents()).to.have.members(['Hello', 'World']));

    await page.getByRole('button', { name: 'Show World' }).click();
    const clip = page.getByRole('button', { name: 'text clip World' });
    await clip.waitFor();
    expect(await clip.getAttribute('aria-pressed')).to.equal('true');
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Done with these' }).click();
    await differences.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await contents()).to.include('Text of first'));
    expect(complaints).to.deep.equal([]);
  });
});
