/**
 * Measures the renderer against other ways to make the same picture, in one run: encoding the finished frames only, and an
 * ffmpeg graph as someone would first write it. Then renders again, unchanged and with one change. Arguments: [part of the
 * name of a case] [factor for the lengths].
 */
import { link, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { rendererIdentity } from '../../../infrastructure/rendering/renderer-identity.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { CacheEntry } from '../../../workers/render/ports/piece-cache.js';
import type { RenderSettings } from '../../../workers/render/run/context.js';
import { compositionOf, type Studio, tryRender } from '../../support/renders/render.js';
import { cpuClock } from '../cpu-time.js';
import { captions } from './captions.js';
import { type BenchProject, ENCODED, type RenderCase } from './case.js';
import { kenBurns } from './ken-burns.js';
import { kineticText } from './kinetic-text.js';
import { lowerThird } from './lower-third.js';
import { costOf, HEADER, type Measured, measured, rowOf } from './measure.js';
import { ffmpegIn } from './media.js';
import { reference } from './reference.js';
import { slideshow } from './slideshow.js';

const [, , wanted = '', factor = '1'] = process.argv;
const found = cpuClock();
if (!found) throw new Error('CPU time of all processes can be measured only in a control group of its own');
const clock = found;

interface Prepared {
  readonly seconds: number;
  readonly prepare: (folder: string, seconds: number) => Promise<RenderCase>;
}
const CASES: Readonly<Record<string, Prepared>> = {
  reference: { seconds: 30, prepare: reference },
  slideshow: { seconds: 60, prepare: slideshow },
  'lower third': { seconds: 60, prepare: lowerThird },
  'Ken Burns': { seconds: 30, prepare: kenBurns },
  captions: { seconds: 20, prepare: captions },
  'kinetic text': { seconds: 30, prepare: kineticText },
};

/** Frames that are as good as not encoded. */
const FINISHED = { preset: 'ultrafast', crf: 1 } as const;

const measureCase = async (name: string, { seconds: full, prepare }: Prepared): Promise<void> => {
  const seconds = Math.max(5, Math.round((full * Number(factor)) / 5) * 5);
  const folder = await mkdtemp(join(tmpdir(), 'render-bench-'));
  const studio: Studio = { folder, make: async () => '', dispose: async () => undefined };
  const { project, changed, naive } = await prepare(folder, seconds);
  const sharedCache = {
    cache: contentCache(CacheEntry, join(folder, 'cache'), 2 ** 33),
    identity: rendererIdentity,
    isShared: false,
  };
  const render = async (
    { metadata, clips }: BenchProject,
    output: string,
    reuses: boolean,
    settings: Partial<RenderSettings> = {},
  ): Promise<void> => {
    const call = { settings, ...(reuses ? { sharedCache } : {}) };
    const done = await tryRender(studio, compositionOf(metadata, clips), call);
    if (E.isLeft(done)) throw new Error(done.left.message);
    const { right: file } = done;
    await rm(join(folder, output), { force: true });
    await link(file.path, join(folder, output));
    await file.cache();
    await file.dispose();
    const { frames, reusedFrames = 0 } = file.output;
    const stages = JSON.stringify(file.provenance.stageSeconds);
    console.log(`  ${output}: ${frames} frames, ${reusedFrames} reused; seconds: ${stages}`);
  };
  const measure = (file: string, work: () => Promise<unknown>): Promise<Measured> =>
    measured(clock, folder, file, 'finished.mp4', work);
  const rows: string[] = [];
  const tell = (what: string, one: Measured, baseline: Measured): void => {
    rows.push(rowOf(what, one, baseline));
    console.log(`${rows.at(-1)}\n  memory, MB: ${one.holders}`);
  };

  console.log(`${name}, ${seconds} s`);
  await render(project, 'finished.mp4', false, FINISHED);
  const decoding = await costOf(clock, () => ffmpegIn(folder, '-i', 'finished.mp4', '-f', 'null', '-'));
  const encoded = await measure('encoded.mp4', () =>
    ffmpegIn(folder, '-i', 'finished.mp4', '-an', ...ENCODED, 'encoded.mp4'),
  );
  const encodeOnly = { ...encoded, cpu: encoded.cpu - decoding.cpu, wall: encoded.wall - decoding.wall };
  const byHand = await measure('naive.mp4', () => ffmpegIn(folder, ...naive, ...ENCODED, 'naive.mp4'));
  const first = await measure('first.mp4', () => render(project, 'first.mp4', true));
  tell(`${name} / encode-only`, first, encodeOnly);
  tell(`${name} / naive`, first, byHand);
  const again = await measure('again.mp4', () => render(project, 'again.mp4', true));
  tell(`${name}, unchanged / first time`, again, first);
  if (changed) {
    await render(changed, 'finished.mp4', false, FINISHED);
    const edited = await measure('changed.mp4', () => render(changed, 'changed.mp4', true));
    tell(`${name}, one text changed / first time`, edited, first);
  }
  table.push(...rows);
  await rm(folder, { recursive: true });
};

const table: string[] = [];
for (const [name, one] of Object.entries(CASES)) if (name.includes(wanted)) await measureCase(name, one);
console.log(['', ...HEADER, ...table].join('\n'));
clock.close();
