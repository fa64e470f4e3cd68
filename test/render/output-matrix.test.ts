import { expect } from 'chai';
import sharp from 'sharp';
import type { OutputFile } from '../../domain/render/render-output.js';
import type { OutputFormat } from '../../domain/composition/fields/output-formats.js';
import { MAX_OUTPUTS, type Output } from '../../domain/composition/fields/output.js';
import { frameCount, frameRate } from '../../domain/composition/timeline.js';
import { allOf, someOf } from '../support/combinations.js';
import { framesOf } from '../support/pictures/decoded-media.js';
import { compositionOf, render, studioForSuite } from '../support/renders/render.js';
import { unzip } from '../support/zip.js';
import { LONG, sampled } from '../support/long-form.js';
import { track } from '../support/pictures/keyframes.js';

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
const STILLS = ['png', 'jpg', 'webp'] as const;

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
    keyframes: [track('position.x', [0, 0], [DURATION, 40])],
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

type Row = ReturnType<typeof allOf<typeof COLUMNS>>[number];
describe('Every output format', () => {
  const studio = studioForSuite();

  /** Renders several outputs at once, as each alone takes longer, and shows the file of each. */
  const eachFile = async (
    background: (typeof BACKGROUNDS)[number],
    outputs: ReadonlyArray<Output>,
    look: (path: string, file: OutputFile, index: number) => Promise<unknown>,
  ): Promise<void> => {
    const metadata = { duration: DURATION, fps: 25, canvas: { width: 65, height: 37 } };
    const composition = compositionOf({ ...metadata, backgroundColor: background }, CLIPS);
    const { path, output, files, dispose } = await render(studio, composition, { outputs });
    const first = { path, file: { ...output, role: 'output' } as OutputFile };
    const written = [first, ...files].filter(({ file }) => file.role === 'output');
    expect(written).to.have.length(outputs.length);
    for (const [index, one] of written.entries()) await look(one.path, one.file, index);
    await dispose();
  };

  const outputOf = ({ format: [format, codec], rate, size }: Row): Output => {
    const wanted = SIZES[size];
    return {
      format,
      fps: rate,
      ...(codec && codec !== 'h264' ? { codec } : {}),
      ...(wanted ? { size: wanted } : {}),
    };
  };

  const rows = LONG ? allOf(COLUMNS) : [...someOf(COLUMNS, 1), ...LOW_GIFS.slice(0, 1), NARROW];
  for (const background of BACKGROUNDS) {
    const ofBackground = rows.filter((row) => row.background === background).map(outputOf);
    for (let from = 0; from < ofBackground.length; from += MAX_OUTPUTS) {
      const outputs = ofBackground.slice(from, from + MAX_OUTPUTS);
      it(`has all its frames: ${background}, from the combination ${from} on`, () =>
        eachFile(background, outputs, async (path, file, index) => {
          const { format = 'mp4', fps = 25 } = outputs[index] ?? {};
          const rate = frameRate(format === 'gif' ? Math.min(GREATEST_GIF_RATE, fps) : fps);
          const what = JSON.stringify(outputs[index]);
          expect(file.frames, what).to.equal(frameCount(DURATION, rate));
          if (format !== 'hls') expect(await countFrames(format, path), what).to.equal(file.frames);
        }));
    }
  }

  for (const background of sampled(BACKGROUNDS, 2))
    it(`shows stills of each size: ${background}`, async () => {
      for (const shift of LONG ? STILLS.keys() : [0]) {
        const outputs = Object.values(SIZES).map((size, index) => ({
          format: STILLS[(index + shift) % STILLS.length] ?? 'png',
          at: 700,
          ...(size ? { size } : {}),
        }));
        await eachFile(background, outputs, async (path, file) => {
          const { width, height } = await sharp(path).metadata();
          expect({ width, height }, file.format).to.deep.equal({ width: file.width, height: file.height });
        });
      }
    });

  it('is heard, also where nothing sounds', () =>
    eachFile(
      '#204060',
      (['mp3', 'wav', 'm4a'] as const).map((format) => ({ format })),
      async (_path, file) => expect(file.durationMs, file.format).to.be.closeTo(DURATION, 60),
    ));
});
