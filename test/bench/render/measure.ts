import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CpuClock, ProcessMemory } from '../cpu-time.js';
import { ffmpegIn } from './media.js';

/** What some work took. */
export interface Cost {
  /** s of processor time, of all processes */
  readonly cpu: number;
  /** s */
  readonly wall: number;
  /** The most memory that all processes had for themselves at once, bytes. */
  readonly peak: number;
  /** What the processes were then, and what each had, MB: the largest. */
  readonly holders: string;
}

const LARGEST = 6;

const sumOf = (processes: ReadonlyArray<ProcessMemory>): number =>
  processes.reduce((sum, { bytes }) => sum + bytes, 0);

const namesOf = (processes: ReadonlyArray<ProcessMemory>): string =>
  processes
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, LARGEST)
    .map(({ name, bytes }) => `${name} ${Math.round(bytes / 1e6)}`)
    .join(', ');

export const costOf = async (clock: CpuClock, work: () => Promise<unknown>): Promise<Cost> => {
  let most = clock.memory();
  const sample = (): void => {
    const now = clock.memory();
    if (sumOf(now) > sumOf(most)) most = now;
  };
  const sampler = setInterval(sample, 50);
  const [start, before] = [performance.now(), clock.seconds()];
  try {
    await work();
  } finally {
    clearInterval(sampler);
  }
  const wall = (performance.now() - start) / 1000;
  return { cpu: clock.seconds() - before, wall, peak: sumOf(most), holders: namesOf(most) };
};

/** What a way to make a video took, and the file that it made. */
export interface Measured extends Cost {
  readonly file: string;
  readonly bytes: number;
  readonly frames: number;
  /** Against a render without loss. */
  readonly ssim: number;
}

/** Measures a way to make a file in a folder. @param finished the file that it is compared with */
export const measured = async (
  clock: CpuClock,
  folder: string,
  file: string,
  finished: string,
  work: () => Promise<unknown>,
): Promise<Measured> => {
  const cost = await costOf(clock, work);
  const report = await ffmpegIn(
    folder,
    ...`-stats -i ${file} -i ${finished} -lavfi [0:v][1:v]ssim=stats_file=ssim.txt -f null -`.split(' '),
  );
  return {
    ...cost,
    file,
    bytes: (await stat(join(folder, file))).size,
    frames: Number([...report.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1] ?? Number.NaN),
    ssim: Number(/SSIM.*All:([\d.]+)/.exec(report)?.[1] ?? Number.NaN),
  };
};

/** The rows of a table that compares ways with a baseline. */
export const rowOf = (what: string, one: Measured, baseline: Measured): string =>
  [
    '',
    what,
    (one.cpu / baseline.cpu).toFixed(3),
    (one.wall / baseline.wall).toFixed(3),
    `${one.cpu.toFixed(1)} / ${baseline.cpu.toFixed(1)}`,
    `${one.frames} / ${baseline.frames}`,
    `${one.ssim.toFixed(4)} / ${baseline.ssim.toFixed(4)}`,
    (one.bytes / baseline.bytes).toFixed(2),
    `${Math.round(one.peak / 1e6)} / ${Math.round(baseline.peak / 1e6)}`,
    '',
  ]
    .join(' | ')
    .trim();

export const HEADER = [
  '| case / baseline | CPU | wall | CPU, s | frames | SSIM | bytes | peak memory, MB |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
];
