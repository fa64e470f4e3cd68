import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import {
  editorForSuite,
  isSaved,
  openEditor,
  openPrepared,
  openExport,
  renderedFile,
  type StoredVideo,
  TWO_TEXTS,
} from '../support/web/editor.js';
import { startBrowser } from '../support/web/browser.js';
import { eventually } from '../support/eventually.js';
import { boxOf } from '../support/web/hand.js';
import {
  APPROVED,
  approvedComposition,
  type NamedComposition,
  variedCompositions,
} from '../support/pictures/golden-compositions.js';
import { ffmpegSays, probeOutput } from '../support/pictures/decoded-media.js';
import { startMedia } from '../support/renders/made-media.js';
import { itIfLong, LONG } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';
import { forSuite } from '../support/for-suite.js';

const SIDE = { width: 320, height: 180 };
const FPS = 25;
const FRAMES = 75;

/** The compositions that are tried by default; `LONG_TESTS` tries all that have golden frames, too. */
const REPRESENTATIVE: ReadonlySet<string> = new Set(['clips of every kind', 'moving-texts']);

/** Where playback starts that goes back and forth, in s. */
const MIDDLE = 20;

const PLAYING = { name: 'Playing', duration: 3000, fps: FPS, canvas: SIDE, backgroundColor: '#102030' };

/** A project in which a video plays, moves and fades under a text, a shape and a mix of two sounds. */
const projectOf = (video: string, sound: string) => ({
  metadata: PLAYING,
  clips: [
    {
      id: 'film',
      type: 'video',
      source: video,
      timeFrame: { start: 0, end: 3000, offset: 200 },
      size: { width: 240, height: 135 },
      position: { x: 20, y: 20, z: 0 },
      keyframes: [
        {
          property: 'position.x',
          points: [
            { time: 0, value: 20 },
            { time: 3000, value: 60 },
          ],
        },
      ],
    },
    { id: 'tone', type: 'audio', source: sound, timeFrame: { start: 0, end: 3000 }, volume: 0.5 },
    {
      id: 'disc',
      type: 'shape',
      timeFrame: { start: 0, end: 3000 },
      size: { width: 60, height: 60 },
      position: { x: 240, y: 100, z: 1 },
      shapeProperties: { shape: 'ellipse', fill: '#ff8000' },
    },
    {
      id: 'title',
      type: 'text',
      timeFrame: { start: 0, end: 3000 },
      size: { width: 200, height: 40 },
      position: { x: 60, y: 130, z: 2 },
      textProperties: { content: 'Playback', fontSize: 30, color: '#ffffff' },
    },
  ],
});

/** Has the browser of the tests compute the colours of renders, although it has no graphics processor. */
const WITHOUT_PROCESSOR = `WebGL2RenderingContext.prototype.getExtension = () => null`;

/** Whether the page still gets graphics contexts. */
const HAS_CONTEXT = `new OffscreenCanvas(2, 2).getContext('webgl2')?.isContextLost() === false`;

/** Has decoders fail at all but key frames, until told otherwise. */
const FAILING_DECODER = `{
  const { decode } = VideoDecoder.prototype;
  globalThis.isTaken = true;
  globalThis.failures = 0;
  VideoDecoder.prototype.decode = function (chunk) {
    if (isTaken && chunk.type === 'delta') {
      failures += 1;
      throw new Error('the decoder was taken away');
    }
    return decode.call(this, chunk);
  };
}`;

/** Has the planes of decoded frames wait until they are asked for: `planes` has a function for each that waits. */
const HELD_PLANES = `{
  globalThis.planes = [];
  const { copyTo } = VideoFrame.prototype;
  VideoFrame.prototype.copyTo = function (...to) {
    return new Promise((resolve) => planes.push(resolve)).then(() => copyTo.apply(this, to));
  };
}`;

/** Notes which frames are shown while it plays, and on which the canvas was drawn on: before they are shown. */
const NOTE_DRAWINGS = `{
  const canvas = document.querySelector('canvas.live');
  globalThis.noted = { frames: [], drawn: [] };
  let isDrawn = false;
  const { clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    isDrawn ||= this.canvas === canvas;
    return clearRect.apply(this, box);
  };
  new MutationObserver(() => {
    const frame = Number(canvas.dataset.frame);
    noted.frames.push(frame);
    if (isDrawn) noted.drawn.push(frame);
    isDrawn = false;
  }).observe(canvas, { attributeFilter: ['data-frame'] });
}`;

/** Notes how sound is played: its speed, and from where on, in seconds. */
const NOTE_SOUNDS = `{
  globalThis.sounds = [];
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...when) {
    sounds.push({ speed: this.playbackRate.value, from: when[1] });
    return start.apply(this, when);
  };
}`;

/** Levels of red, green or blue that nobody sees. */
const UNSEEN = 3;

/**
 * By how much the picture of the browser may differ from the frame: the share of samples that differ by more than
 * {@link UNSEEN} levels, in per cent, and the largest difference. ADR 21 says why.
 */
const DIFFERENCES: Readonly<Record<string, { readonly share: number; readonly most: number }>> = {
  'clips of every kind': { share: 0.002, most: 4 },
  text: { share: 0.0001, most: 4 },
  looks: { share: 0.005, most: 20 },
};

const samplesOf = (picture: Buffer) =>
  sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });

const differenceOf = async (one: Buffer, other: Buffer) => {
  const [a, b] = [await samplesOf(one), await samplesOf(other)];
  expect(a.info).to.deep.include({ width: b.info.width, height: b.info.height });
  const levels = Array.from(a.data, (level, index) => Math.abs(level - (b.data[index] ?? 0)));
  return {
    share: (100 * levels.filter((level) => level > UNSEEN).length) / levels.length,
    most: levels.reduce((most, level) => Math.max(most, level), 0),
  };
};

/** The picture on the canvas while it plays, and which frame it is; read in one step. */
const SHOWN = `(() => {
  const canvas = document.querySelector('canvas.live');
  const frame = canvas?.dataset.frame;
  return frame === undefined || canvas.hidden ? null : { frame: Number(frame), png: canvas.toDataURL('image/png') };
})()`;

describe('playback in the editor', () => {
  const editor = editorForSuite();
  const media = forSuite(startMedia, ({ stop }) => stop());
  let project: object;
  before(async () => {
    const film = await media.made(
      'film.mp4',
      ...'-f lavfi -i testsrc2=s=320x180:r=25:d=4 -f lavfi -i sine=d=4'.split(' '),
      ...'-c:v libx264 -pix_fmt yuv420p -g 25 -bf 2 -c:a aac -movflags +faststart'.split(' '),
    );
    const tone = await media.made('tone.wav', ...lavfi('sine=f=880:d=3'));
    project = projectOf(film, tone);
  });

  /** The structural similarity of two pictures or videos, 0 to 1, with the colours that videos have. */
  const similarity = async (one: string, other: string): Promise<number> => {
    const graph = '[0]format=yuv420p[a];[1]format=yuv420p[b];[a][b]ssim';
    const said = await ffmpegSays('-i', one, '-i', other, '-lavfi', graph, '-f', 'null', '-');
    return Number(/All:([\d.]+)/.exec(said)?.[1]);
  };

  /** Pictures of at least so many different frames, while it plays. */
  const shownFrames = async (page: Page, count: number): Promise<ReadonlyMap<number, Buffer>> => {
    const shown = new Map<number, Buffer>();
    await eventually(async () => {
      const one = await page.evaluate<{ frame: number; png: string } | null>(SHOWN);
      if (one) shown.set(one.frame, Buffer.from(one.png.split(',')[1] ?? '', 'base64'));
      expect(shown.size).to.be.at.least(count);
    }, 60_000);
    return shown;
  };

  /** The frame that a render contains, as PNG. @param t ms */
  const exactFrame = async ({ id, token }: StoredVideo, t: number): Promise<Buffer> => {
    const exact = await fetch(`${editor.service.baseUrl}/v1/videos/${id}/frame?t=${t}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return Buffer.from(await exact.arrayBuffer());
  };

  /** That a picture of the page is the frame that a render contains. @param t ms */
  const isExact = async (video: StoredVideo, t: number, png: Buffer): Promise<void> => {
    const [shown, drawn] = ['shown.png', 'drawn.png'].map((name) => join(media.studio.folder, name)) as [
      string,
      string,
    ];
    await writeFile(shown, png);
    await writeFile(drawn, await exactFrame(video, t));
    expect(await similarity(shown, drawn), `at ${t} ms`).to.be.at.least(0.97);
  };

  /** That so many different frames, while it plays, are those that a render contains. */
  const playsExactly = async (page: Page, video: StoredVideo, fps: number, count: number): Promise<void> => {
    const shown = await shownFrames(page, count);
    await page.close(); // It would play on meanwhile.
    for (const [frame, png] of [...shown].slice(0, count)) await isExact(video, (frame * 1000) / fps, png);
  };

  it('shows the frames of the render', async () => {
    const video = await editor.stored(project);
    const { page, complaints } = await openEditor(editor, video);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await playsExactly(page, video, FPS, 3);
    expect(complaints).to.deep.equal([]);
  });

  it('shows the frames of videos with transparency', async () => {
    const ghost = await media.made(
      'ghost.webm',
      ...'-f lavfi -i testsrc2=s=320x180:r=25:d=3 -vf format=yuva420p,colorchannelmixer=aa=0.5'.split(' '),
      ...'-c:v libvpx-vp9 -b:v 1M'.split(' '),
    );
    const video = await editor.stored(projectOf(ghost, media.server.url('/tone.wav')));
    const { page, complaints } = await openEditor(editor, video);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await playsExactly(page, video, FPS, 3);
    expect(complaints).to.deep.equal([]);
  });

  it('plays faster with each L, backwards with J, and pauses with K', async () => {
    // From the middle of a long video: a busy machine must not get to an end before a speed was seen.
    const long = { ...project, metadata: { ...PLAYING, duration: 2000 * MIDDLE } };
    const { page, complaints } = await openEditor(editor, await editor.stored(long));
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    for (let second = 0; second < MIDDLE; second += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('img', { name: `Frame at ${MIDDLE} s` }).waitFor();
    await page.evaluate(NOTE_DRAWINGS);
    await page.evaluate(NOTE_SOUNDS);
    const noted = () => page.evaluate<ReadonlyArray<number>>('noted.frames');
    const middle = MIDDLE * FPS;
    await page.keyboard.press('l');
    await eventually(async () => expect((await noted()).at(-1)).to.be.above(middle + 4));
    await page.keyboard.press('l');
    await page.getByText('2×', { exact: true }).waitFor();
    await eventually(async () => expect((await noted()).at(-1)).to.be.above(middle + 25));
    await page.keyboard.press('j');
    await page.getByText('-1×', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.getByText('-2×', { exact: true }).waitFor();
    await eventually(async () => expect((await noted()).at(-1)).to.be.at.most(middle + 15));
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const frames = await noted();
    const last = frames.indexOf(Math.max(...frames));
    expect(frames.slice(0, last + 1)).to.deep.equal(frames.slice(0, last + 1).toSorted((a, b) => a - b));
    expect(frames.slice(last)).to.deep.equal(frames.slice(last).toSorted((a, b) => b - a));
    await page.getByRole('img', { name: `Frame at ${(frames.at(-1) ?? 0) / FPS} s` }).waitFor();
    const sounds = await page.evaluate<ReadonlyArray<{ speed: number; from: number }>>('sounds');
    expect(sounds.map(({ speed }) => speed)).to.deep.equal([1, 2]);
    expect(sounds[1]?.from).to.be.above(MIDDLE + 4 / FPS);
    expect(complaints).to.deep.equal([]);
  });

  it('shows how much of a project is here while Play prepares', async () => {
    const { page } = await editor.browser.open(editor.service.baseUrl);
    await page.addInitScript(`{
      const whole = window.fetch;
      window.fetch = async (request, ...more) => {
        const response = await whole(request, ...more);
        if (!request.url?.includes('/v1/playback')) return response;
        const bytes = new Uint8Array(await response.arrayBuffer());
        const half = bytes.length / 2;
        const start = (body) => {
          window.sendHalf = () => body.enqueue(bytes.slice(0, half));
          window.sendRest = () => (body.enqueue(bytes.slice(half)), body.close());
        };
        return new Response(new ReadableStream({ start }), response);
      };
    }`);
    await page.goto((await editor.stored(project)).link);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => 'sendHalf' in globalThis);
    await page.evaluate('sendHalf()');
    const share = page.getByRole('progressbar', { name: 'Progress of the preparation' });
    await eventually(async () => expect(Number(await share.getAttribute('value'))).to.be.closeTo(0.5, 0.01));
    await page.evaluate('sendRest()');
    await page.locator('canvas.live[data-frame]:visible').waitFor();
    expect(await share.count()).to.equal(0);
  });

  it('loads no code that decodes videos to play what has none', async () => {
    const metadata = { name: 'A shape', duration: 2000, fps: 10, canvas: SIDE };
    const disc = { type: 'shape', size: SIDE, shapeProperties: { shape: 'ellipse', fill: '#ff8000' } };
    const video = await editor.stored({ metadata, clips: [{ ...disc, timeFrame: { start: 0, end: 2000 } }] });
    const { page } = await openEditor(editor, video);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('canvas.live[data-frame]:visible').waitFor();
    expect(asked.filter((url) => /\/(?:sources|feeds)-/.test(url))).to.deep.equal([]);
  });

  it('draws what stays as it is once, and again where it changes', async () => {
    const text = (id: string, times: object, more: object) => ({
      id,
      type: 'text',
      timeFrame: times,
      size: { width: 200, height: 40 },
      textProperties: { content: id, fontSize: 30, color: '#ffffff' },
      ...more,
    });
    const fade = { transition: { in: { type: 'fade', duration: 400 } } };
    const video = await editor.stored({
      metadata: { name: 'Still', duration: 2000, fps: 10, canvas: SIDE, backgroundColor: '#102030' },
      clips: [
        text('below', { start: 0, end: 2000 }, {}),
        text('later', { start: 1000, end: 2000 }, { position: { x: 60, y: 100, z: 1 }, ...fade }),
      ],
    });
    const { page } = await openEditor(editor, video);
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    await page.evaluate(NOTE_DRAWINGS);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const { frames, drawn } = await page.evaluate<Record<'frames' | 'drawn', number[]>>('noted');
    // The first frame, and those on which the later text fades in: fewer where a busy machine leaves frames out.
    expect(frames.length).to.be.above(drawn.length);
    expect(drawn[0]).to.equal(frames[0]);
    expect(drawn.length).to.be.within(2, 6);
    expect(drawn.slice(1).every((frame) => frame >= 10)).to.equal(true);
  });

  /** Opens a video whose frames the service does not draw any more once the browser can, and seeks. */
  const pausedAt = async (video: StoredVideo, ms: number, browser = editor.browser, script = '') => {
    const opened = await openPrepared(editor, video, { browser, script });
    const { page } = opened;
    await page.route('**/v1/frames?*', () => undefined);
    const time = page.getByRole('slider', { name: 'Time', exact: true });
    await time.fill(String(ms));
    return opened;
  };

  /** What the browser has drawn on the stage. */
  const drawnOn = async (page: Page): Promise<Buffer> => {
    const url = await page.evaluate<string>(
      `document.querySelector('canvas.hand:not([hidden])')?.toDataURL('image/png') ?? ''`,
    );
    expect(url).to.not.equal('');
    return Buffer.from(url.split(',')[1] ?? '', 'base64');
  };

  it('shows the exact picture after a seek far from a key frame, before the service does', async () => {
    const film = await media.made(
      'sparse.mp4',
      ...'-f lavfi -i testsrc2=s=320x180:r=25:d=4 -c:v libx264 -pix_fmt yuv420p -g 250'.split(' '),
    );
    const video = await editor.stored(projectOf(film, media.server.url('/tone.wav')));
    const { page, complaints } = await pausedAt(video, 2500);
    await eventually(async () => isExact(video, 2480, await drawnOn(page)));
    expect(complaints).to.deep.equal([]);
  });

  it('says why the picture is not exact where a decoder fails, and then shows the exact one', async () => {
    const video = await editor.stored(project);
    const { page } = await pausedAt(video, 2500, editor.browser, FAILING_DECODER);
    await page.getByText('This picture is not exact yet: the decoder was taken away').waitFor();
    await page.evaluate('(globalThis.isTaken = false)');
    await eventually(async () => isExact(video, 2480, await drawnOn(page)));
    await page.getByText('This picture is not exact yet').waitFor({ state: 'detached' });
  });

  it('keeps the exact picture where a decoder fails, when something is edited after a seek', async () => {
    const video = await editor.stored(project);
    const { page } = await openPrepared(editor, video, { script: FAILING_DECODER });
    const shown = page.getByRole('img', { name: /^Frame at/ });
    const first = await shown.getAttribute('src');
    await page.getByRole('slider', { name: 'Time', exact: true }).fill('2500');
    await eventually(async () => expect(await shown.getAttribute('src')).to.not.equal(first));
    await page.route('**/v1/frames?*', () => undefined);
    const failures = await page.evaluate<number>('failures');
    await page.getByRole('button', { name: 'shape clip' }).press('ArrowRight');
    await eventually(async () => expect(await page.evaluate('failures')).to.be.above(failures));
    expect(await page.locator('canvas.hand').isVisible(), 'a key frame').to.equal(false);
    await page.evaluate('(globalThis.isTaken = false)');
    await isSaved(page);
    await eventually(async () => isExact(video, 2480, await drawnOn(page)));
  });

  it('shows no key frame when something is edited while the colours of the picture are computed', async () => {
    const browser = await startBrowser();
    const script = `${WITHOUT_PROCESSOR}; ${HELD_PLANES}`;
    const video = await editor.stored(project);
    const { page } = await pausedAt(video, 2500, browser, script);
    await eventually(async () => expect(await page.evaluate('planes.length')).to.be.above(0));
    await page.getByRole('button', { name: 'shape clip' }).press('ArrowRight');
    await isSaved(page);
    await page.evaluate('planes.shift()()');
    await eventually(async () => isExact(video, 2480, await drawnOn(page)));
    await browser.close();
  });

  /** The golden compositions that are tried, and the times at which they are paused, ms. */
  const goldenCompositions = async () =>
    [
      ...(await variedCompositions(media.studio)).map((one) => ({ ...one, at: [400, 500] })),
      ...(await Promise.all(APPROVED.map(approvedComposition))).map((one) => ({ ...one, at: [200] })),
    ].filter(({ name }) => LONG || REPRESENTATIVE.has(name));

  /** Stores a composition whose files the server of the tests then has. */
  const stored = async ({ metadata, clips }: NamedComposition['composition']): Promise<StoredVideo> => {
    let text = JSON.stringify({ metadata, clips });
    for (const url of new Set(text.match(/(?<="source":")[^"]+/g))) {
      const file = basename(new URL(url).pathname);
      const served = media.server.serve(`/${file}`, await readFile(join(media.studio.folder, file)));
      text = text.replaceAll(url, served);
    }
    return editor.stored(JSON.parse(text) as object);
  };

  itIfLong('shows the frames of golden compositions', async () => {
    for (const { name, composition } of await goldenCompositions()) {
      const video = await stored(composition);
      const { page } = await openEditor(editor, video);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      const { fps } = composition.metadata;
      await playsExactly(page, video, fps, 2).catch((error: unknown) => {
        throw new Error(name, { cause: error });
      });
      await editor.browser.closePages();
    }
  });

  it('pauses golden compositions at pictures that hardly differ from the frames of the service', async () => {
    // Its own, as a browser that many pages used may have no graphics context left.
    const browser = await startBrowser();
    for (const { name, composition, at } of await goldenCompositions()) {
      const video = await stored(composition);
      const { page, complaints } = await pausedAt(video, at[0] ?? 0, browser, WITHOUT_PROCESSOR);
      const permitted = DIFFERENCES[name] ?? { share: 0, most: UNSEEN };
      for (const ms of at) {
        const frame = await exactFrame(video, ms);
        await page.getByRole('slider', { name: 'Time', exact: true }).fill(String(ms));
        await eventually(async () => {
          const { share, most } = await differenceOf(await drawnOn(page), frame);
          const said = `${name} at ${ms} ms: ${share.toFixed(3)} % by more than ${UNSEEN} levels, at most by ${most}`;
          expect(share, said).to.be.at.most(permitted.share);
          expect(most, said).to.be.at.most(permitted.most);
        }, 120_000) // in software, exact colours take seconds
          .catch(async (error: unknown) => {
            throw new Error(`graphics context: ${await page.evaluate<boolean>(HAS_CONTEXT)}`, {
              cause: error,
            });
          });
      }
      expect(complaints).to.deep.equal([]);
      await browser.closePages();
    }
    await browser.close();
  });

  it('pauses at an exact frame, shows why something cannot be played, and is usable on a phone', async () => {
    const long = { ...TWO_TEXTS, metadata: { ...TWO_TEXTS.metadata, duration: 300_000 } };
    const { page } = await openEditor(editor, await editor.stored(long));
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    // The first frame alone would be paused at 0 ms.
    await shownFrames(page, 2);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.getByRole('img', { name: /^Frame at (?!0 s)[\d.]+ s$/ }).waitFor();

    await page.setViewportSize({ width: 390, height: 844 });
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await eventually(async () => expect((await boxOf(page.locator('.canvas'))).width).to.be.within(300, 390));
    const button = await boxOf(play);
    expect(button.y + button.height).to.be.below(844);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(390);
    await play.click();
    await shownFrames(page, 2);

    const broken = await editor.stored(
      projectOf(media.server.url('/missing.mp4'), media.server.url('/missing.wav')),
    );
    const opened = await openEditor(editor, broken);
    await opened.page.getByRole('button', { name: 'Play', exact: true }).click();
    for (const name of ['missing.mp4', 'missing.wav'])
      await opened.page
        .getByRole('button', { name: `“${name}” is left out: the source answered 404` })
        .waitFor();
  });

  it('renders in the browser what the service renders', async () => {
    const video = await editor.stored(project);
    const { page } = await openEditor(editor, video);
    await openExport(page);
    await page.getByRole('button', { name: 'Render here' }).click();
    await page.getByText(`${FRAMES} frames rendered.`).waitFor({ timeout: 120_000 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download MP4' }).click(),
    ]);
    const here = join(media.studio.folder, 'here.mp4');
    await download.saveAs(here);
    const there = await renderedFile(editor, video.id, media.studio.folder);
    for (const file of [here, there]) {
      const { streams } = await probeOutput(file);
      expect(streams.map(({ codec_type }) => codec_type)).to.have.members(['video', 'audio']);
      const picture = streams.find(({ codec_type }) => codec_type === 'video');
      expect(Number(picture?.['nb_frames']), file).to.equal(FRAMES);
    }
    expect(await similarity(here, there)).to.be.at.least(0.97);
  });
});
