import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { decodeSound } from '../support/pictures/decoded-media.js';
import { studioForSuite } from '../support/renders/render.js';
import { accessibilityProblems, startBrowser } from '../support/web/browser.js';
import {
  editorForSuite,
  isSaved,
  openEditor,
  renderedFile,
  showPanel,
  storedVideo,
} from '../support/web/editor.js';
import { sampled } from '../support/long-form.js';

const EMPTY = {
  metadata: { name: 'Recorded', duration: 1000, fps: 10, canvas: { width: 320, height: 180 } },
  clips: [],
};

describe('recording in the editor', () => {
  const editor = editorForSuite();
  const studio = studioForSuite();
  const choose = async (page: Page, kind: string): Promise<void> => {
    await showPanel(page, 'Media');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('button', { name: kind }).click();
  };

  /** Records until the clock of the dialog shows 2 s, or a little more where a busy machine leaves seconds out. */
  const record = async (page: Page, kind: string) => {
    await choose(page, kind);
    // A busy machine may take seconds until it shows the screen: what is recorded until then is empty.
    const seen = page.getByLabel('What is recorded');
    if (kind !== 'Microphone')
      await eventually(async () =>
        expect(
          await seen.evaluate((video) => (video as unknown as { readyState: number }).readyState),
        ).to.be.above(1),
      );
    const dialog = page.getByRole('dialog');
    const isEmpty = dialog.getByRole('alert');
    for (let tries = 0; tries < 5; tries += 1) {
      await page.getByRole('button', { name: 'Start recording' }).click();
      await page.getByRole('button', { name: 'Begins in' }).waitFor();
      await page.getByRole('button', { name: /^Stop at 0:0[2-9]$/ }).click();
      // It closes, or says that nothing was received and can record again.
      await eventually(async () =>
        expect((await dialog.count()) === 0 || (await isEmpty.count()) > 0).to.equal(true),
      );
      if ((await dialog.count()) === 0) return;
    }
    await dialog.waitFor({ state: 'detached' });
  };

  /** The first clip of a video, and its asset. */
  const recorded = async (page: Page, videoId: string) => {
    const clip = await eventually(async () => {
      const [found] = (await storedVideo(editor, videoId)).clips;
      expect(found?.source).to.match(/^asset:/);
      return found as { type: string; source: string; timeFrame: { start: number; end: number } };
    });
    await isSaved(page);
    const { data } = (await editor.api('GET', `/v1/assets/${clip.source.slice('asset:'.length)}`)).body;
    return { clip, asset: data as { durationMs: number; name: string; kind: string; hasSound: boolean } };
  };

  it('makes a voice-over a clip of its length at the playhead, which is heard in the render', async () => {
    const video = await editor.stored(EMPTY);
    const { page, complaints } = await openEditor(editor, video);
    await record(page, 'Microphone');
    const { clip, asset } = await recorded(page, video.id);
    expect(asset.name).to.match(/^Voice-over \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.webm$/);
    expect(asset.durationMs).to.be.within(1500, 10_000);
    expect(clip).to.deep.include({
      type: 'audio',
      timeFrame: { start: 0, end: Math.round(asset.durationMs) },
    });
    const sound = await decodeSound(await renderedFile(editor, video.id, studio.folder));
    expect(sound.length / 2 / 48).to.be.closeTo(asset.durationMs, 100);
    // The microphone of the browser beeps once a second.
    const end = sound.subarray(-Math.round(1.2 * 2 * 48_000));
    expect(end.reduce((most, level) => Math.max(most, Math.abs(level)), 0)).to.be.above(0.05);
    expect(complaints).to.deep.equal([]);
  });

  for (const kind of sampled(['Your screen', 'Camera'], 2))
    it(`makes a film: ${kind}`, async () => {
      const video = await editor.stored(EMPTY);
      const { page } = await openEditor(editor, video);
      await record(page, kind);
      const { clip, asset } = await recorded(page, video.id);
      expect(asset).to.include({ kind: 'video', hasSound: true });
      expect(asset.durationMs).to.be.within(700, 10_000);
      expect(clip).to.deep.include({
        type: 'video',
        timeFrame: { start: 0, end: Math.round(asset.durationMs) },
      });
    });

  it('keeps the dialog open if the screen showed nothing, so that it can be recorded again', async () => {
    const { page } = await openEditor(editor, await editor.stored(EMPTY));
    await page.evaluate(`navigator.mediaDevices.getDisplayMedia = async () =>
      document.createElement('canvas').captureStream(0)`);
    await choose(page, 'Your screen');
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop at' }).click();
    await page.getByRole('alert').getByText('Nothing was received from it').waitFor();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('shows what it hears before it begins, and keeps nothing that is closed', async () => {
    const video = await editor.stored(EMPTY);
    const { page } = await openEditor(editor, video);
    await choose(page, 'Microphone');
    const level = page.getByRole('meter', { name: 'Level of the sound' });
    await eventually(async () =>
      expect(await level.evaluate((meter) => (meter as unknown as { value: number }).value)).to.be.above(0.1),
    );
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop at' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('list', { name: 'Uploads' }).count()).to.equal(0);
  });

  it('says what to do if the microphone is not permitted', async () => {
    const browser = await startBrowser(false);
    const { page } = await openEditor({ ...editor, browser }, await editor.stored(EMPTY));
    await choose(page, 'Microphone');
    await page.getByRole('alert').getByText('Allow this beside the address of the page').waitFor();
    expect(await page.getByRole('button', { name: 'Start recording' }).isDisabled()).to.equal(true);
    await browser.close();
  });
});
