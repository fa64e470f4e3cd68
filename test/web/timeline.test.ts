import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, isSaved, openEditor, storedVideo } from '../support/web/editor.js';
import { boxOf, drag } from '../support/web/hand.js';
import { eventually } from '../support/eventually.js';
import { startMedia } from '../support/renders/made-media.js';
import { itIfLong } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';
import { forSuite } from '../support/for-suite.js';

const CAPTION = {
  id: 'spoken',
  type: 'caption',
  timeFrame: { start: 500, end: 2000 },
  size: { width: 200, height: 40 },
  position: { x: 60, y: 130, z: 2 },
  captionProperties: {
    words: [
      { word: 'Hello', start: 0, end: 400 },
      { word: 'world', start: 500, end: 1000 },
    ],
    highlightTextProperties: { fontSize: 20, color: '#ffffff' },
    nonHighlightTextProperties: { fontSize: 20, color: '#999999' },
  },
};

const READ_TILES = `[...document.querySelectorAll('.filmstrip canvas')].map((canvas) => {
  const [r, , b] = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
  return r > 150 ? 'red' : b > 150 ? 'blue' : 'nothing';
})`;

/** Whether anything but the middle line is drawn, at fractions of the width. */
const READ_LEVELS = `(() => {
  const canvas = document.querySelector('.waveform canvas');
  return [0.1, 0.4, 0.6, 0.9].map((at) => {
    const { data } = canvas.getContext('2d').getImageData(Math.round(at * canvas.width), 27, 1, 1);
    return data[3] > 0;
  });
})()`;

/** Whether a drawn speech has any level in the first and in the last part of its clip. */
const READ_SPOKEN = `(async () => {
  const { maskImage } = getComputedStyle(document.querySelector('.spoken[data-drawn="true"]'));
  const picture = new Image();
  picture.src = maskImage.slice(5, -2);
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  return [[0.05, 0.35], [0.8, 1]].map(([from, to]) => {
    const x = Math.round(from * picture.width);
    const { data } = context.getImageData(x, Math.round(picture.height / 4), Math.round(to * picture.width) - x, 1);
    return data.some((level, index) => index % 4 === 0 && level > 200);
  });
})()`;

describe('the contents of clips on the timeline', () => {
  const editor = editorForSuite();
  const media = forSuite(startMedia, ({ stop }) => stop());
  let project: object;
  before(async () => {
    const film = await media.made(
      'film.mp4',
      ...'-f lavfi -i color=red:s=160x90:r=25:d=1 -f lavfi -i color=blue:s=160x90:r=25:d=1'.split(' '),
      ...'-filter_complex concat -c:v libx264 -pix_fmt yuv420p -g 10'.split(' '),
    );
    const loud = await media.made(
      'loud.wav',
      ...lavfi("aevalsrc='if(gt(t,1),0.5*sin(2764*t),0)':d=2:s=48000"),
    );
    project = {
      metadata: { name: 'Contents', duration: 2000, fps: 25, canvas: { width: 320, height: 180 } },
      clips: [
        {
          id: 'film',
          name: 'film',
          type: 'video',
          source: film,
          timeFrame: { start: 0, end: 2000 },
          size: { width: 320, height: 180 },
        },
        {
          id: 'tone',
          type: 'audio',
          source: loud,
          timeFrame: { start: 0, end: 2000 },
        },
        CAPTION,
      ],
    };
  });

  const tilesOf = (page: Page) => page.evaluate<ReadonlyArray<string>>(READ_TILES);

  it('are the levels of a sound, and frames of a video at their times, which follow when it is trimmed or played backwards', async () => {
    const video = await editor.stored(project);
    const { page, complaints } = await openEditor(editor, video);
    await page.locator('.waveform canvas[data-drawn="true"]').waitFor();
    expect(await page.evaluate(READ_LEVELS)).to.deep.equal([false, false, true, true]);
    await eventually(async () => {
      const tiles = await tilesOf(page);
      expect(tiles.length).to.be.at.least(8);
      expect(tiles).to.deep.equal(tiles.map((_, index) => (index < tiles.length / 2 ? 'red' : 'blue')));
    });
    // The start is trimmed to the blue part.
    const bar = page.getByRole('button', { name: 'video clip film' }).or(page.locator('.bar-clip.video'));
    await bar.last().focus();
    for (let pressed = 0; pressed < 10; pressed += 1) await page.keyboard.press('Alt+Shift+ArrowRight');
    await eventually(async () => expect(new Set(await tilesOf(page))).to.deep.equal(new Set(['blue'])));
    await page.keyboard.press('Control+z');
    await eventually(async () => expect((await tilesOf(page))[0]).to.equal('red'));
    const [film] = (project as { clips: ReadonlyArray<{ timeFrame: object }> }).clips;
    const reversed = { ...film, timeFrame: { ...film?.timeFrame, reverse: true } };
    await isSaved(page);
    await editor.api('PATCH', `/v1/videos/${video.id}`, { body: { clips: [reversed] } });
    await eventually(async () => {
      const tiles = await tilesOf(page);
      expect([tiles[0], tiles.at(-1)]).to.deep.equal(['blue', 'red']);
    });
    expect(complaints).to.deep.equal([]);
  });

  itIfLong(
    'are read while another source sends nothing, and say so where a source cannot be read',
    async () => {
      const stalled = media.server.serve('/stalled.mp4', (_, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 100_000 }).flushHeaders();
      });
      const missing = media.server.url('/missing.mp4');
      const { clips } = project as { clips: ReadonlyArray<object> };
      const others = [stalled, missing].map((source, index) => ({
        ...clips[0],
        id: `film ${index}`,
        source,
      }));
      const video = await editor.stored({ ...project, clips: [...others, clips[0]] });
      const { page } = await editor.browser.open(editor.service.baseUrl);
      await page.clock.install();
      await page.goto(video.link);
      await eventually(async () => expect((await tilesOf(page)).length).to.be.at.least(8));
      const unread = page.locator('.filmstrip .unread[data-word="No pictures"]');
      await unread.waitFor();
      expect(await unread.count()).to.equal(1);
      await page.clock.fastForward(15_000);
      await eventually(async () => expect(await unread.count()).to.equal(2));
    },
  );

  itIfLong('are the levels of a speech, which the service speaks', async () => {
    const voice = {
      id: 'voice',
      type: 'audio',
      speech: { text: 'One two three.' },
      timeFrame: { start: 500, end: 4500 },
    };
    const video = await editor.stored({ metadata: { name: 'Speech', duration: 5000 }, clips: [voice] });
    const { page } = await openEditor(editor, video);
    await page.locator('.spoken[data-drawn="true"]').waitFor();
    expect(await page.evaluate(READ_SPOKEN)).to.deep.equal([true, false]);
  });

  it('are words that can be edited and moved, and are trimmed at both ends with the mouse, snap, and begin where the media does', async () => {
    const video = await editor.stored(project);
    const { page } = await openEditor(editor, video);
    const timesOf = async () => (await storedVideo(editor, video.id)).clips[0].timeFrame;
    const bar = page.locator('.bar-clip.video');
    await bar.waitFor();
    const track = await boxOf(page.locator('.tracks-inside'));
    await page.locator('.bar-clip.caption').focus();
    const words = page.getByRole('group', { name: /^Words of / });
    await words.getByLabel('Word 2').fill('moon');
    await words.getByLabel('Word 2').press('Alt+ArrowRight');
    await words.getByLabel('Word 2').press('Alt+Shift+ArrowRight');
    // A twentieth of the 2 s of the timeline.
    await drag(words.locator('.word-block').first().locator('.trim.start'), track.width / 20, 0);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await isSaved(page);
    await eventually(async () => {
      const { clips } = await storedVideo(editor, video.id);
      const [first, second] = clips.at(-1).captionProperties.words;
      expect(second).to.deep.include({ word: 'moon', start: 550, end: 1100 });
      expect(first.start).to.be.closeTo(100, 2);
      expect(first.end - first.start).to.equal(400);
    });

    /** Drags an end of the bar to a time, and so many px further. */
    const trim = async (end: 'start' | 'end', ms: number, px: number): Promise<void> => {
      const grip = bar.locator(`.trim.${end}`);
      const { x, width } = await boxOf(grip);
      const edge = end === 'start' ? x : x + width;
      await drag(grip, track.x + (ms / 2000) * track.width + px - edge, 0);
    };
    // 4 px behind the start of the caption, to which it snaps.
    await trim('start', 500, 4);
    await eventually(async () => expect(await timesOf()).to.include({ start: 500, end: 2000, offset: 500 }));
    await trim('end', 1200, 0);
    await eventually(async () => expect((await timesOf()).end).to.be.closeTo(1200, 5));
    await bar.press('ArrowRight');
    await trim('start', 0, 0);
    await eventually(async () => expect(await timesOf()).to.include({ start: 100, offset: 0 }));
  });
});
