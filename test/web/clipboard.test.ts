import { expect } from 'chai';
import { accessibilityProblems } from '../support/web/browser.js';
import {
  editorForSuite,
  openEditor,
  type StoredVideo,
  storedVideo,
  TWO_TEXTS,
} from '../support/web/editor.js';
import { stems } from '../support/web/editor-documents.js';
import { eventually } from '../support/eventually.js';

describe('copying, cutting and pasting clips, and stepping by frames', () => {
  const editor = editorForSuite();

  const idsOf = async ({ id }: StoredVideo): Promise<ReadonlyArray<string>> => {
    return stems((await storedVideo(editor, id)).clips);
  };

  it('goes from one video to another, and leaves text fields their own clipboard', async () => {
    const [video, other] = [await editor.stored(TWO_TEXTS), await editor.stored({ ...TWO_TEXTS, clips: [] })];
    const { page, context, complaints } = await openEditor(editor, video);
    const notice = page.locator('.notice');
    await page.locator('.bar-clip').first().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await notice.getByText('2 clips copied').waitFor();
    const [told, canvas] = await Promise.all(
      [notice, page.locator('.canvas')].map((one) => one.boundingBox()),
    );
    expect(told?.y, 'below the canvas').to.be.at.least((canvas?.y ?? Infinity) + (canvas?.height ?? 0));
    // Between two frames: the playhead goes to the one that is shown.
    await page.getByRole('slider', { name: /^Time/ }).fill('500');
    await page.keyboard.press('Control+v');
    await notice.getByText('2 clips pasted').waitFor();
    await eventually(async () => {
      const { clips } = await storedVideo(editor, video.id);
      expect(stems(clips)).to.deep.equal(['first', 'second', 'first*', 'second*']);
      expect(clips[2].timeFrame).to.include({ start: 480, end: 2480 });
    });
    await page.keyboard.press('Control+x');
    await eventually(async () => expect(await idsOf(video)).to.deep.equal(['first', 'second']));
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    const second = await context.newPage();
    await second.goto(other.link);
    await second.getByRole('button', { name: 'Add text' }).waitFor();
    await second.keyboard.press('Control+v');
    await eventually(async () => expect(await idsOf(other)).to.deep.equal(['first*', 'second*']));

    // What is cut in a field is text, and the clips stay.
    await second.getByRole('button', { name: 'text clip first' }).click();
    const content = second.getByLabel('Content');
    await content.fill('only words');
    await content.press('Control+a');
    await content.press('Control+x');
    await content.press('Control+v');
    await content.press('Control+v');
    await eventually(async () => {
      const { clips } = await storedVideo(editor, other.id);
      expect(clips).to.have.length(2);
      expect(clips[0].textProperties.content).to.equal('only wordsonly words');
    });
    // Elsewhere, words of other programs become a text.
    await second.locator('.bar-clip').first().focus();
    await second.keyboard.press('Control+v');
    await second.getByRole('button', { name: 'text clip only words', exact: true }).waitFor();
    await eventually(async () => expect(await idsOf(other)).to.have.length(3));
    expect(complaints).to.deep.equal([]);
  });

  it('steps by frames and seconds, and to the ends; groups clips by keys, and says why where dissolving the group would change the video', async () => {
    const video = await editor.stored({ ...TWO_TEXTS, metadata: { ...TWO_TEXTS.metadata, fps: 30 } });
    const { page, complaints } = await openEditor(editor, video);
    const time = page.getByRole('slider', { name: /^Time/ });
    const shown = async (seconds: string): Promise<void> => {
      await page.locator('.time output').getByText(`${seconds} s`, { exact: true }).waitFor();
    };
    await time.waitFor();
    // The frame at 66.67 ms, not that of the whole number before it.
    const exact = page.waitForRequest((request) => /\/frames\?t=66\.666667/.test(request.url()));
    await page.keyboard.press('.');
    await page.keyboard.press('ArrowRight');
    await shown('0.07');
    expect((await exact).method()).to.equal('POST');
    await page.keyboard.press('Shift+ArrowRight');
    await shown('1.07');
    await page.keyboard.press('Shift+,');
    await page.keyboard.press(',');
    await shown('0.03');
    await page.keyboard.press('End');
    await shown('3.97');
    await page.getByRole('tab', { name: 'Layers' }).focus();
    await page.keyboard.press('Home');
    await shown('3.97');
    await page.locator('.bar-clip').first().focus();
    await page.keyboard.press('Home');
    await shown('0.00');
    await page.keyboard.press('ArrowRight');
    await eventually(async () => {
      const { clips } = await storedVideo(editor, video.id);
      expect(
        clips.some(({ timeFrame }: { timeFrame: { start: number } }) => timeFrame.start === 100),
      ).to.equal(true);
    });
    await shown('0.00');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Paste clips at the playhead').waitFor();
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+g');
    await eventually(async () => expect(await idsOf(video)).to.deep.equal(['group*']));
    const box = page.getByRole('button', { name: 'group clip Group', exact: true });
    await box.waitFor();
    await page.getByLabel('Opacity', { exact: true }).fill('50');
    await page.getByRole('button', { name: 'Ungroup', exact: true }).click();
    await page.locator('.notice').getByText('has effects of its own').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.locator('.bar-clip').first().focus();
    await page.keyboard.press('Control+Shift+G');
    await eventually(async () => {
      const { clips } = await storedVideo(editor, video.id);
      expect(clips.map(({ id }: { id: string }) => id)).to.deep.equal(['first', 'second']);
      expect(clips[1].position).to.include({ x: 700, y: 100 });
    });
    expect(complaints).to.deep.equal([]);
  });
});
