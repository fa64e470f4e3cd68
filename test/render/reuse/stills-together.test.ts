import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Composition } from '../../../domain/composition/composition.js';
import type { RenderQuality } from '../../../domain/render/events.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { KeptFile } from '../../../workers/render/ports/piece-cache.js';
import type { MediaEncoder } from '../../../workers/render/ports/media-encoder.js';
import {
  compositionOf,
  openStudio,
  type RenderCall,
  render,
  type Studio,
} from '../../support/renders/render.js';
import { sandboxedTools } from '../../support/renders/render-tools.js';

/** More processes at once than there are pieces: each has one of its own. */
const ALONE = 64;

describe('Pieces in which nothing moves, encoded by one process', function () {
  this.timeout(300_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
    for (let index = 0; index < 12; index += 1) {
      const look = `mandelbrot=s=320x180:start_x=-0.743${index}:start_scale=${(0.02 * (index + 1)).toFixed(2)}`;
      await studio.make(`slide-${index}.png`, '-f', 'lavfi', '-i', look, '-frames:v', '1');
    }
  });
  after(() => (process.env['KEEP'] ? undefined : studio.dispose()));

  interface Slides {
    readonly canvas: { readonly width: number; readonly height: number };
    readonly fps: number;
    /** The images, one after another; none is a second of the background. */
    readonly slides: ReadonlyArray<number | undefined>;
    /** How many of three slides get a title after a second: a second picture. */
    readonly titles: 0 | 2 | 3;
  }

  const slideshow = ({ canvas, fps, slides, titles }: Slides): Composition => {
    const images = slides.flatMap((image, index) =>
      image === undefined
        ? []
        : [
            {
              type: 'image',
              source: `slide-${image}.png`,
              timeFrame: { start: index * 4000, end: index * 4000 + 4000 },
              size: canvas,
              fit: 'cover',
            },
          ],
    );
    const texts = slides.flatMap((_, index) =>
      index % 3 >= titles
        ? []
        : [
            {
              type: 'text',
              timeFrame: { start: index * 4000 + 1000, end: index * 4000 + 4000 },
              size: { width: canvas.width, height: 60 },
              textProperties: { content: `Slide ${index}`, fontSize: 30, color: '#ffffff' },
            },
          ],
    );
    const clips = [...images, ...texts];
    return compositionOf({ duration: slides.length * 4000, fps, canvas, backgroundColor: '#000000' }, clips);
  };

  let renders = 0;
  /** Renders into an empty cache. @returns what is kept of it, and how many processes encoded pieces */
  const renderedWith = async (project: Composition, call: RenderCall, encoder = sandboxedTools.encoder) => {
    let processes = 0;
    const counting: MediaEncoder = {
      ...encoder,
      runLate: (...of) => {
        processes += 1;
        return encoder.runLate(...of);
      },
    };
    renders += 1;
    const folder = join(studio.folder, `cache-${renders}`);
    const cache = contentCache(KeptFile, folder, 2 ** 30);
    const reusing = { cache, identity: async () => 'renderer', isShared: false };
    const file = await render(studio, project, { ...call, reusing, encoder: counting });
    const { sha256 } = file.output;
    await file.keep();
    await file.dispose();
    const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted();
    return { sha256, names, processes };
  };

  const together = (project: Composition, quality: RenderQuality) =>
    renderedWith(project, { quality, settings: { parallelPieces: 1 } });
  const alone = (project: Composition, quality: RenderQuality) =>
    renderedWith(project, { quality, settings: { parallelPieces: ALONE } });

  const every = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
  const small = { width: 320, height: 180 };
  const cases: ReadonlyArray<readonly [string, RenderQuality, Slides]> = [
    ['with titles', 'balanced', { canvas: small, fps: 30, slides: every, titles: 3 }],
    ['without titles', 'balanced', { canvas: small, fps: 25, slides: every, titles: 0 }],
    [
      'of an odd size',
      'balanced',
      { canvas: { width: 317, height: 179 }, fps: 29.97, slides: every, titles: 2 },
    ],
    ['of few blocks', 'balanced', { canvas: { width: 64, height: 34 }, fps: 30, slides: every, titles: 3 }],
    [
      'that are black or alike',
      'balanced',
      {
        canvas: small,
        fps: 30,
        slides: [undefined, 3, 3, undefined, 4, 3, undefined, undefined],
        titles: 2,
      },
    ],
    ['as a draft', 'draft', { canvas: small, fps: 30, slides: every, titles: 3 }],
    ['in few bytes', 'small', { canvas: small, fps: 60, slides: every, titles: 3 }],
  ];
  for (const [name, quality, slides] of cases)
    it(`have the bytes that each has alone: ${name}`, async () => {
      const project = slideshow(slides);
      const [one, each] = [await together(project, quality), await alone(project, quality)];
      expect(one.names).to.deep.equal(each.names);
      expect(one.sha256).to.equal(each.sha256);
      expect(one.processes).to.be.below(each.processes / 2);
    });

  it('are encoded alone if the process fails for one of them', async () => {
    const project = slideshow({ canvas: small, fps: 30, slides: every.slice(0, 4), titles: 3 });
    const { encoder } = sandboxedTools;
    const failures: unknown[] = [];
    /** The first process finds one of its files empty. */
    const failing: MediaEncoder = {
      ...encoder,
      runLate: (command, options) => async () => {
        const [first = ''] = command.files;
        if (failures.length > 0) return encoder.runLate(command, options)();
        const content = await readFile(first);
        await truncate(first);
        const done = await encoder.runLate(command, options)();
        failures.push(done);
        await writeFile(first, content);
        return done;
      },
    };
    const one = await renderedWith(project, { settings: { parallelPieces: 1 } }, failing);
    expect(failures).to.have.length(1);
    expect(one.processes).to.equal(1 + 4);
    expect(one.names).to.deep.equal((await alone(project, 'balanced')).names);
  });
});
