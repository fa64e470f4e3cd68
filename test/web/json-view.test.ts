import { expect } from 'chai';
import { accessibilityProblems } from '../support/web/browser.js';
import {
  editorForSuite,
  isSaved,
  openEditor,
  showPanel,
  storedVideo,
  TWO_TEXTS,
} from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';

describe('the JSON view of the editor', () => {
  const editor = editorForSuite();

  const videoOf = (id: string) => storedVideo(editor, id);
  const NAME = '"name": "Opening';
  const opened = async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, context } = await openEditor(editor, video);
    await showPanel(page, 'JSON');
    const json = page.getByLabel('The project as JSON');
    /** Puts the cursor behind the name of the video: at the end of the third line, before the comma. */
    const goToName = async (): Promise<void> => {
      await json.focus();
      await page.keyboard.press('Control+Home');
      for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft'])
        await page.keyboard.press(key);
    };
    return { ...video, page, context, json, goToName };
  };

  it('keeps what others change while it is typed, and gives ids to clips that were typed without', async () => {
    const { id, page, json, goToName } = await opened();
    await goToName();
    await page.keyboard.type('!');
    await isSaved(page);
    await editor.api('PATCH', `/v1/videos/${id}`, { body: { metadata: { fps: 50 } } });
    await page.keyboard.type('!');
    await eventually(async () =>
      expect((await videoOf(id)).metadata).to.include({ name: 'Opening!!', fps: 50 }),
    );
    // The text follows, and the cursor stays.
    await json.getByText('50', { exact: true }).waitFor();
    await page.keyboard.type('!');
    await eventually(async () =>
      expect((await videoOf(id)).metadata).to.include({ name: 'Opening!!!', fps: 50 }),
    );
    // Taking back what was typed is a change as well.
    await page.keyboard.press('Control+z');
    await eventually(async () => expect((await videoOf(id)).metadata.name).to.not.include('!!!'));
    expect((await videoOf(id)).metadata.fps).to.equal(50);
    // The text follows the undo of the editor, too.
    const undo = page.getByRole('button', { name: 'Undo' });
    while (await undo.isEnabled()) await undo.click();
    await json.getByText(`${NAME}"`).waitFor();

    const clips = TWO_TEXTS.clips.map((clip) => ({ ...clip, id: undefined }));
    await json.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(JSON.stringify({ ...TWO_TEXTS, clips }));
    await eventually(async () =>
      expect((await videoOf(id)).clips.map((clip: { id: string }) => clip.id)).to.deep.equal([
        'clip-1',
        'clip-2',
      ]),
    );
    await page.keyboard.press('Control+End');
    await json.getByText('"clip-2"').waitFor();
  });

  it('keeps text that is not valid yet, merges it when it is, discards it on demand, and asks before the page is left if the browser has no room for it', async () => {
    const { id, page, json, goToName } = await opened();
    await goToName();
    await page.keyboard.type(' one\\');
    await page.getByRole('alert').getByText('Not applied. Line 3').waitFor();
    await showPanel(page, 'Edit');
    await page.getByLabel('Fps').fill('50');
    await isSaved(page);
    await showPanel(page, 'JSON');
    await json.getByText(`${NAME} one\\"`).waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await goToName();
    await page.keyboard.press('Backspace');
    await eventually(async () =>
      expect((await videoOf(id)).metadata).to.include({ name: 'Opening one', fps: 50 }),
    );
    await page.evaluate(`(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    })()`);
    await goToName();
    await page.keyboard.type('\\');
    await page.getByRole('alert').getByText('Not applied. Line 3').waitFor();
    let asked = 0;
    page.on('dialog', (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    await eventually(() => expect(asked).to.equal(1));
    await page.getByRole('button', { name: 'Discard what is not applied' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await json.getByText(`${NAME} one"`).waitFor();
  });

  it('has text that is not valid yet again after a reload and in a new tab, and merges it then', async () => {
    const { id, link, page, context, json, goToName } = await opened();
    await goToName();
    await page.keyboard.type(' kept\\');
    await page.getByRole('alert').getByText('Not applied. Line 3').waitFor();
    await page.reload(); // a question would prevent it
    await json.getByText(`${NAME} kept\\"`).waitFor();
    await editor.api('PATCH', `/v1/videos/${id}`, { body: { metadata: { fps: 50 } } });

    const again = await context.newPage();
    await again.goto(link);
    const text = again.getByLabel('The project as JSON');
    await text.getByText(`${NAME} kept\\"`).waitFor();
    await again.getByRole('alert').getByText('Not applied. Line 3').waitFor();
    await text.focus();
    await again.keyboard.press('Control+Home');
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft', 'Backspace'])
      await again.keyboard.press(key);
    // The name has been stored before: that the text is applied is seen here.
    await again.getByRole('alert').waitFor({ state: 'detached' });
    await eventually(async () =>
      expect((await videoOf(id)).metadata).to.include({ name: 'Opening kept', fps: 50 }),
    );
    // What is applied is not kept any longer, also if the tab in which it was typed is closed only now.
    await isSaved(again);
    await page.evaluate(`dispatchEvent(new Event('pagehide'))`);
    await page.close();
    await again.reload();
    await again.getByRole('tab', { name: 'Edit', selected: true }).waitFor();
  });
});
