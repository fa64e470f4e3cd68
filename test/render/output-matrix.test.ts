import { expect } from 'chai';
import sharp from 'sharp';
import type { OutputFormat } from '../../domain/composition/format/output-formats.js';
import type { Output } from '../../domain/composition/format/output.js';
import { frameCount, frameRate } from '../../domain/composition/timeline.js';
import { allOf, someOf } from '../support/combinations.js';
import { framesOf } from '../support/pictures/decoded-media.js';
import { compositionOf, render, studioForSuite } from '../support/renders/render.js';
import { unzip } from '../support/zip.js';
import { LONG } from '../support/long-form.js';

/** The formats that have frames; `mp4` once for each of its codecs. */
const MOVING = [
  ['mp4', 'h264'],
  ['mp4', 'h265'],
  ['mp4', 'av1'],
  ['webm'],
  ['mov'],
  ['gif'],
  ['webp'],
  ['pngSequence'],
  ['hls'],
] as const;
/** The least and the greatest rate, those below 12.5, whole and broken ones, and those near the greatest of GIFs. */
const RATES = [1, 5, 7.3, 10, 12, 12.5, 23.976, 25, 29.97, 50, 60, 120] as const;
/** That of the canvas, with odd sides; the least; one side; larger with the other aspect ratio; distorted. */
const SIZES = {
  'of the canvas': undefined,
  least: { width: 16, height: 16, fit: 'contain' },
  'odd sides': { width: 33, height: 17, fit: 'cover' },
  'one side': { width: 40, fit: 'contain' },
  larger: { width: 130, height: 150, fit: 'contain' },
  distorted: { width: 20, height: 90, fit: 'stretch' },
} as const;
const BACKGROUNDS = ['#204060', 'transparent'] as const;

const COLUMNS = {
  format: MOVING,
  rate: RATES,
  size: Object.keys(SIZES) as (keyof typeof SIZES)[],
  background: BACKGROUNDS,
};
const LOW_GIFS = RATES.filter((rate) => rate <= 12.5).map((rate) => ({
  format: ['gif'] as const,
  rate,
  size: 'of the canvas' as const,
  background: '#204060' as const,
}));
/** x265 wrote beyond its memory for narrow pictures. */
const NARROW = {
  format: ['mp4', 'h265'],
  rate: 10,
  size: 'odd sides',
  background: '#204060',
} as const;

const GREATEST_GIF_RATE = 50;
const DURATION = 1200;

/** What changes in the middle, so that a GIF has two palettes. */
const CLIPS = [
  {
    type: 'shape',
    timeFrame: { start: 0, end: DURATION },
    position: { x: 0, y: 0 },
    size: { width: 20, height: 20 },
    shapeProperties: { shape: 'ellipse', fill: '#E04020' },
    keyframes: [
      {
        property: 'position.x',
        points: [
          { time: 0, value: 0 },
          { time: DURATION, value: 40 },
        ],
      },
    ],
  },
  {
    type: 'shape',
    timeFrame: { start: 610, end: DURATION },
    position: { x: 10, y: 20 },
    size: { width: 30, height: 10 },
    shapeProperties: { shape: 'rectangle', fill: '#20E040' },
  },
];

const countFrames = async (format: OutputFormat, path: string): Promise<number> => {
  if (format === 'gif' || format === 'webp')
    return (await sharp(path, { animated: true }).metadata()).pages ?? 1;
  if (format === 'pngSequence') return unzip(path, `${path}.frames`).length;
  return (await framesOf(path)).length;
};

describe('Every output format', () => {
  const studio = studioForSuite();
  const composition = (backgroundColor: string) =>
    compositionOf({ duration: DURATION, fps: 25, canvas: { width: 65, height: 37 }, backgroundColor }, CLIPS);

  for (const {
    format: [format, codec],
    rate,
    size,
    background,
  } of LONG ? allOf(COLUMNS) : [...someOf(COLUMNS, 1), ...LOW_GIFS.slice(0, 1), NARROW])
    it(`has all its frames: ${codec ?? format}, ${rate} frames per second, size ${size}, ${background}`, async () => {
      const wanted = SIZES[size];
      const output: Output = {
        format,
        fps: rate,
        ...(codec && codec !== 'h264' ? { codec } : {}),
        ...(wanted ? { size: wanted } : {}),
      };
      const file = await render(studio, composition(background), { outputs: [output] });
      const frames = frameCount(
        DURATION,
        frameRate(format === 'gif' ? Math.min(GREATEST_GIF_RATE, rate) : rate),
      );
      expect(file.output.frames).to.equal(frames);
      if (format !== 'hls') expect(await countFrames(format, file.path)).to.equal(frames);
      await file.dispose();
    });

  const STILLS = { format: ['png', 'jpg', 'webp'], size: COLUMNS.size, background: BACKGROUNDS } as const;
  for (const { format, size, background } of LONG ? allOf(STILLS) : someOf(STILLS, 1))
    it(`shows a still: ${format}, size ${size}, ${background}`, async () => {
      const wanted = SIZES[size];
      const output: Output = { format, at: 700, ...(wanted ? { size: wanted } : {}) };
      const file = await render(studio, composition(background), { outputs: [output] });
      const { width, height } = await sharp(file.path).metadata();
      expect({ width, height }).to.deep.equal({ width: file.output.width, height: file.output.height });
      await file.dispose();
    });

  for (const format of ['mp3', 'wav', 'm4a'] as const)
    it(`is heard, also where nothing sounds: ${format}`, async () => {
      const file = await render(studio, composition('#204060'), { outputs: [{ format }] });
      expect(file.output.durationMs).to.be.closeTo(DURATION, 60);
      await file.dispose();
    });
});
