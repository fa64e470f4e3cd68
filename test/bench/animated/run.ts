/**
 * Measures animated compositions against a hand-written ffmpeg command for the same picture and, if possible, MLT's
 * `melt`. Arguments: [runs] [part of the name of a case]. CPU time is the total of all processes.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compositionOf, openStudio, render, type Studio } from '../../support/renders/render.js';
import type { AnimatedCase } from './case.js';
import { cpuClock } from '../cpu-time.js';
import { hasMelt } from '../has-melt.js';
import { kineticText } from './kinetic-text.js';
import { pictureInPicture } from './picture-in-picture.js';
import { slideshow } from './slideshow.js';
import { verticalCaptions } from './vertical-captions.js';

const run = promisify(execFile);

interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

const withMelt = hasMelt();
const clock = cpuClock();
const cpuSeconds = (): number => clock?.seconds() ?? Number.NaN;

const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const [start, before] = [performance.now(), cpuSeconds()];
  await work();
  return { wall: (performance.now() - start) / 1000, cpu: cpuSeconds() - before };
};

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const medianCost = (costs: ReadonlyArray<Cost>): Cost => ({
  wall: median(costs.map(({ wall }) => wall)),
  cpu: median(costs.map(({ cpu }) => cpu)),
});

const renderOurs = async (studio: Studio, { metadata, clips }: AnimatedCase): Promise<void> => {
  const file = await render(studio, compositionOf(metadata, clips));
  console.log(`    stages in s: ${JSON.stringify(file.provenance.stageSeconds)}`);
  await file.dispose();
};

const measure = async (one: AnimatedCase, runs: number): Promise<void> => {
  const studio = await openStudio({ sandboxed: true });
  await one.prepare(studio);
  const inFolder = { cwd: studio.folder, maxBuffer: 2 ** 28 };
  const ways: Record<string, () => Promise<unknown>> = {
    'ffmpeg by hand': () => run('ffmpeg', ['-v', 'error', '-y', ...one.ffmpeg], inFolder),
    ...(one.melt && withMelt ? { melt: () => run('melt', ['-silent', ...(one.melt ?? [])], inFolder) } : {}),
    framewright: () => renderOurs(studio, one),
  };
  console.log(`${one.name}, ${one.seconds} s`);
  const costs = new Map<string, Cost[]>(Object.keys(ways).map((name) => [name, []]));
  for (let index = 0; index < runs; index += 1)
    for (const [name, work] of Object.entries(ways)) costs.get(name)?.push(await costOf(work));
  const hand = medianCost(costs.get('ffmpeg by hand') ?? []);
  for (const [name, list] of costs) {
    const { wall, cpu } = medianCost(list);
    console.log(
      `  ${name}: wall ${wall.toFixed(1)} s (${(one.seconds / wall).toFixed(2)} × real time), CPU ${cpu.toFixed(1)} s; ratio ${(wall / hand.wall).toFixed(2)} wall, ${(cpu / hand.cpu).toFixed(2)} CPU`,
    );
  }
  await studio.dispose();
};

const runs = Number(process.argv[2] ?? 3);
const wanted = process.argv[3] ?? '';
for (const one of [slideshow, pictureInPicture, verticalCaptions, kineticText])
  if (one.name.includes(wanted)) await measure(one, runs);
clock?.close();
