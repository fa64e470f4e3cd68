import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { boxOf, drag } from '../support/web/hand.js';
import { editorForSuite, isSaved, openEditor, storedVideo } from '../support/web/editor.js';

const picture = (id: string, start: number, end: number, fill: string) => ({
  id,
  type: 'shape',
  timeFrame: { start, end },
  size: { width: 320, height: 180 },
  shapeProperties: { shape: 'rectangle', fill },
});

/** Three pictures, one after the other; the second begins when the first ends, whenever that is. */
const SCENES = {
  metadata: { name: 'Scenes', duration: 6000, fps: 25, canvas: { width: 320, height: 180 } },
  clips: [
    picture('dawn', 0, 2000, '#b34a00'),
    { ...picture('noon', 0, 0, '#2f7fd0'), timeFrame: { after: 'dawn', duration: 2000 } },
    { ...picture('dusk', 4000, 6000, '#40206a'), position: { z: -1 } },
  ],
};

describe('transitions between clips', () => {
  const editor = editorForSuite();

  it('are clicked, dragged and dropped onto the seams of a track, lengthened, taken back and removed', async () => {
    const video = await editor.stored(SCENES);
    const { page, complaints } = await openEditor(editor, video);
    const clip = async (id: string) =>
      (await storedVideo(editor, video.id)).clips.find((one: { readonly id: string }) => one.id === id);
    const seams = page.locator('.seam');
    await seams.nth(1).waitFor();
    const lanes = await page.locator('.lane').count();
    const [first, second] = [seams.nth(0).getByRole('button'), seams.nth(1).getByRole('button')];

    await first.focus();
    await page.keyboard.press('Enter');
    const gallery = page.getByRole('dialog', { name: 'Transitions' });
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await gallery.getByRole('button', { name: 'Wipe' }).hover();
    const seen = (x: number) =>
      page.evaluate<string>(
        `[...document.querySelector('canvas.preview:not([hidden])')?.getContext('2d').getImageData(${x}, 90, 1, 1).data ?? []].join()`,
      );
    // In the middle of the wipe, what comes is on the left.
    await eventually(async () =>
      expect([await seen(40), await seen(280)]).to.deep.equal(['47,127,208,255', '179,74,0,255']),
    );
    await gallery.getByRole('button', { name: 'Wipe' }).click();
    await page.locator('.seam.joined').waitFor();
    await gallery.getByRole('button', { name: 'Wipe', pressed: true }).waitFor();
    await isSaved(page);
    expect((await clip('dawn')).timeFrame).to.deep.equal({ start: 0, end: 2800 });
    expect(await clip('noon')).to.deep.include({ timeFrame: { start: 2000, end: 4000 } });
    expect((await clip('noon')).transition.in).to.include({ type: 'wipe', duration: 800 });
    expect(await page.locator('.lane').count(), 'they stay on their track').to.equal(lanes);
    const mark = await boxOf(page.locator('.seam.joined'));
    const label = await boxOf(page.locator('.bar-name').nth(1));
    expect(label.x, 'the name beside the mark').to.be.at.least(mark.x + mark.width);

    // The last one lies below: the clip before goes away over it.
    await gallery.getByRole('button', { name: 'Circle' }).dragTo(seams.nth(1));
    await page.locator('.seam.joined').nth(1).waitFor();
    await isSaved(page);
    expect((await clip('noon')).timeFrame).to.deep.equal({ start: 2000, end: 4800 });
    expect((await clip('noon')).transition.out).to.include({ type: 'circle', duration: 800 });
    expect((await clip('dusk')).transition).to.equal(undefined);

    await drag(seams.nth(0).locator('.trim.end'), 500, 0);
    await isSaved(page);
    expect((await clip('dawn')).timeFrame.end, 'half of the shorter clip at most').to.equal(3000);
    expect((await clip('noon')).transition.in.duration).to.equal(1000);
    await first.focus();
    await page.keyboard.press('ArrowLeft');
    await isSaved(page);
    expect((await clip('noon')).transition.in.duration).to.equal(900);

    await first.click();
    await gallery.getByRole('button', { name: 'Apply to all of this track' }).click();
    await eventually(async () =>
      expect((await clip('noon')).transition.out).to.include({ type: 'wipe', duration: 900 }),
    );

    await second.click();
    await gallery.getByRole('button', { name: 'Remove the transition' }).click();
    await gallery.waitFor({ state: 'detached' });
    await isSaved(page);
    expect((await clip('noon')).timeFrame).to.deep.equal({ start: 2000, end: 4000 });
    expect((await clip('noon')).transition).to.not.have.property('out');
    const undo = page.getByRole('button', { name: 'Undo' });
    while (await undo.isEnabled()) await undo.click();
    await isSaved(page);
    expect((await clip('noon')).timeFrame).to.deep.include({ after: 'dawn' });
    expect(complaints).to.deep.equal([]);
  });

  it('fade what is seen beside the clip on top, and nothing where the clip on top covers it', async () => {
    const tall = { ...picture('tall', 2000, 4000, '#2f7fd0'), size: { width: 100, height: 180 } };
    const clips = [picture('wide', 0, 2000, '#b34a00'), tall, { ...picture('last', 4000, 6000, '#40206a') }];
    const video = await editor.stored({ ...SCENES, clips });
    const { page, complaints } = await openEditor(editor, video);
    const transitions = async () =>
      (await storedVideo(editor, video.id)).clips.map(
        (clip: { readonly transition?: object }) => clip.transition ?? {},
      );
    const fade = { type: 'fade', duration: 800, easing: 'linear' };
    const beside = { ...fade, easing: 'easeOutCubic' };
    const seams = page.locator('.seam').getByRole('button');
    const gallery = page.getByRole('dialog', { name: 'Transitions' });
    await seams.first().click();
    await gallery.getByRole('button', { name: 'Cross-fade' }).click();
    await seams.nth(1).click();
    await gallery.getByRole('button', { name: 'Cross-fade' }).click();
    await page.locator('.seam.joined').nth(1).waitFor();
    await isSaved(page);
    expect(await transitions()).to.deep.equal([{ out: beside }, { in: fade }, { in: fade }]);
    await seams.first().press('ArrowLeft');
    await isSaved(page);
    expect((await transitions())[0]).to.deep.equal({ out: { ...beside, duration: 700 } });
    await seams.first().click();
    await gallery.getByRole('button', { name: 'Push' }).click();
    await gallery.getByRole('button', { name: 'Push', pressed: true }).waitFor();
    await isSaved(page);
    expect((await transitions())[0], 'it is pushed away').to.deep.equal({});
    expect(complaints).to.deep.equal([]);
  });
});
