import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { putPixels, skiaSurface } from '../../infrastructure/rendering/drawing/skia-tools.js';
import { soundLevels, type SoundLevels } from '../../domain/composition/sound-levels.js';
import type { ColorTable } from '../../workers/render/draw/effects/color-table.js';
import type { Surface } from '../../workers/render/draw/context.js';
import { SAMPLE_RATE } from '../../workers/render/plan/sound/samples.js';
import { levelValues } from '../../workers/render/sound/level-values.js';
import { paintTexts } from '../support/pictures/in-process-drawing.js';
import { compositionOf, openStudio, renderFrameTo, type Studio } from '../support/renders/render.js';
import { type Drawn, drawnOf, type Media, stageOf, surface } from '../support/pictures/scenes.js';
import { type Example, METADATA } from './example.js';
import { SHOWN_STILL } from './effect-examples.js';

/** A landscape that stands for a photo. */
const landscape = (): Surface =>
  surface(320, 180, (context) => {
    const sky = context.createLinearGradient(0, 0, 0, 120);
    sky.addColorStop(0, '#2B6CB0');
    sky.addColorStop(1, '#BEE3F8');
    context.fillStyle = sky;
    context.fillRect(0, 0, 320, 180);
    context.fillStyle = '#FBD38D';
    context.beginPath();
    context.arc(240, 50, 22, 0, 2 * Math.PI);
    context.fill();
    for (const [fill, x, y] of [
      ['#4A5568', 60, 40],
      ['#2F855A', 170, 80],
      ['#276749', 30, 110],
    ] as const) {
      context.fillStyle = fill;
      context.beginPath();
      context.moveTo(x - 150, 180);
      context.lineTo(x, y);
      context.lineTo(x + 190, 180);
      context.fill();
    }
  });

/** Somebody in front of a green screen. */
const greenScreen = (): Surface =>
  surface(160, 120, (context) => {
    context.fillStyle = '#00B140';
    context.fillRect(0, 0, 160, 120);
    context.fillStyle = '#D69E2E';
    context.beginPath();
    context.arc(80, 45, 25, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = '#553C9A';
    context.fillRect(45, 75, 70, 45);
  });

/** How long the video of a clock is, and how long its hand takes to turn once; ms. */
const CLOCK = { duration: 3000, turn: 2000 };

/** A clock whose hand turns, and around which a line grows while the video plays. */
const clockAt = (ms: number): Surface =>
  surface(120, 120, (context) => {
    const share = Math.min(1, ms / CLOCK.duration);
    context.fillStyle = '#2B2D42';
    context.fillRect(0, 0, 120, 120);
    context.fillStyle = '#EDF2F4';
    context.beginPath();
    context.arc(60, 60, 46, 0, 2 * Math.PI);
    context.fill();
    context.lineWidth = 5;
    context.strokeStyle = '#EF233C';
    context.beginPath();
    context.moveTo(60, 60);
    const angle = (2 * Math.PI * ms) / CLOCK.turn;
    context.lineTo(60 + 38 * Math.sin(angle), 60 - 38 * Math.cos(angle));
    context.stroke();
    context.strokeStyle = '#FFD60A';
    context.beginPath();
    context.arc(60, 60, 53, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * share);
    context.stroke();
  });

/** A colour table that turns day into evening: less green and blue, and darker. */
const evening: ColorTable = {
  size: 2,
  values: Float32Array.from(
    [0, 1].flatMap((blue) =>
      [0, 1].flatMap((green) => [0, 1].flatMap((red) => [0.05 + red * 0.9, green * 0.6, 0.15 + blue * 0.45])),
    ),
  ),
  lowest: [0, 0, 0],
  highest: [1, 1, 1],
};

/** The levels of a voice: a tone that comes and goes as syllables do. */
const voiceLevels = (): SoundLevels => {
  const samples = Float32Array.from({ length: 3 * SAMPLE_RATE }, (_, index) => {
    const t = Math.floor(index / 2) / SAMPLE_RATE;
    return t < 0.5 || t > 1
      ? 0
      : 0.9 * Math.sin(2 * Math.PI * 330 * t) * Math.abs(Math.sin(2 * Math.PI * 4 * t));
  });
  return soundLevels(levelValues()(samples));
};

/** What draws examples: one for all of them. */
export interface Painter {
  /** The frames of an example: one, if it does not move. */
  readonly framesOf: (example: Example) => Promise<ReadonlyArray<Drawn>>;
  /** One frame of an example that is not rendered, at a scale. */
  readonly frameOf: (example: Example, frame: number, scale: number) => Promise<Drawn>;
  readonly dispose: () => Promise<void>;
}

export const openPainter = async (): Promise<Painter> => {
  const studio = await openStudio();
  await writeFile(join(studio.folder, 'photo.png'), await encoded([drawnOf(landscape())]));
  const media: Media = {
    pictures: { 'photo.png': landscape(), 'green-screen.png': greenScreen() },
    tables: { 'evening.cube': evening },
    videos: {
      'clock.mp4': { size: { width: 120, height: 120 }, duration: CLOCK.duration, at: clockAt },
    },
    levels: voiceLevels(),
  };
  return {
    framesOf: (example) => framesOf(example, media, studio),
    frameOf: async (example, frame, scale) => (await drawerOf(example, media, studio, scale))(frame),
    dispose: studio.dispose,
  };
};

/** What all examples that are seen have in common. */
const STAGE = { ...METADATA, backgroundColor: '#1B1B3A' };

/** What draws the frames of an example. */
const drawerOf = async ({ clips, metadata }: Example, media: Media, studio: Studio, scale = 1) => {
  const stage = stageOf({ ...STAGE, ...metadata }, clips, media, scale);
  return stage.frames(await paintTexts(stage.layerSources, stage.canvas, studio.folder));
};

/** The first frame of an example as a render makes it from files. */
const renderedOf = async ({ clips, metadata }: Example, studio: Studio): Promise<Drawn> => {
  const files: ReadonlyArray<object> = JSON.parse(
    JSON.stringify(clips).replaceAll('https://example.com/', ''),
  );
  const path = join(studio.folder, 'rendered.png');
  await renderFrameTo(path, studio, compositionOf({ ...STAGE, ...metadata }, files), 0);
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const drawn = skiaSurface(info.width, info.height);
  putPixels(drawn, data);
  return drawnOf(drawn);
};

const framesOf = async (example: Example, media: Media, studio: Studio): Promise<ReadonlyArray<Drawn>> => {
  const { name, clips, isRendered } = example;
  if (isRendered) return [await renderedOf(example, studio)];
  const draw = await drawerOf(example, media, studio);
  const all = Array.from({ length: (METADATA.duration / 1000) * METADATA.fps }, (_, frame) => draw(frame));
  const hashes = new Set(all.map(({ rgba }) => createHash('sha256').update(rgba).digest('hex')));
  return hashes.size === 1 || clips.length === 0 || SHOWN_STILL.has(name) ? all.slice(0, 1) : all;
};

/** What the file of a picture may take, bytes. */
const LARGEST_FILE = 60_000;

const DELAY = 1000 / METADATA.fps;

/** A GIF of frames that move, a PNG of one. */
export const encoded = async (drawn: ReadonlyArray<Drawn>): Promise<Buffer> => {
  const pictures = await Promise.all(
    drawn.map(({ rgba, width, height }) =>
      sharp(Buffer.from(rgba), { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .png()
        .toBuffer(),
    ),
  );
  const [first, second] = pictures;
  if (!first) throw new Error('an example has a frame');
  if (!second) return sharp(first).png({ palette: true, colours: 64, effort: 10 }).toBuffer();
  const delay = drawn.map((_, index) => (index === drawn.length - 1 ? 700 : DELAY));
  const withColours = (colours: number): Promise<Buffer> =>
    sharp(pictures, { join: { animated: true } })
      .gif({ delay, loop: 0, colours, interFrameMaxError: 8, effort: 7, dither: 0 })
      .toBuffer();
  const fine = await withColours(24);
  return fine.length <= LARGEST_FILE ? fine : withColours(10);
};
