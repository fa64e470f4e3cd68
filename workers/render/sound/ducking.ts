import { SAMPLE_RATE } from '../plan/sound/samples.js';
import type { PlannedDuck } from '../plan/sound/sound-shaping.js';

/** Pauses of up to 500 ms are ignored. */
export const PAUSE = SAMPLE_RATE / 2;

/** A span of audible samples, `from` ≤ n < `to`. */
export interface AudibleSpan {
  readonly from: number;
  readonly to: number;
}

/** The ducking of a clip over time, in dB: 0 before the first point, linear between points, constant after the last. */
export interface Dips {
  readonly points: ReadonlyArray<{ readonly at: number; readonly level: number }>;
}

/**
 * The level of a ducked clip. From the start of each span, it falls by `by` dB within the attack time; from the end, it
 * rises within the release time. Spans must be sorted and must not touch.
 */
export const dipsFor = (
  { by, attack, release }: Pick<PlannedDuck, 'by' | 'attack' | 'release'>,
  spans: ReadonlyArray<AudibleSpan>,
): Dips => {
  const points: { at: number; level: number }[] = [];
  const add = (at: number, level: number): void => void points.push({ at, level });
  /** The point from which the level rises to zero. */
  let lowest = { at: 0, level: 0 };
  for (const { from, to } of spans) {
    const risen = lowest.at + (lowest.level / by) * release;
    if (lowest.level < 0 && risen < from) add(risen, 0);
    const before = risen < from ? 0 : lowest.level - (by * (from - lowest.at)) / release;
    add(from, before);
    const fallen = from + attack * (1 - before / by);
    if (fallen < to) add(fallen, by);
    lowest = { at: to, level: fallen < to ? by : before + (by * (to - from)) / attack };
    add(to, lowest.level);
  }
  if (lowest.level < 0) add(lowest.at + (lowest.level / by) * release, 0);
  return { points };
};
