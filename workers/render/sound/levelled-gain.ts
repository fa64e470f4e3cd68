import { gainTo } from './loudness-meter.js';

/** Maximum deviation of the limited audio from the target loudness, LU. */
const TOLERANCE = 0.1;
const MOST_PASSES = 6;

export interface Measured {
  readonly loudness: number;
  readonly peak: number;
}

/**
 * The factor that gives audio a target loudness. It compensates for the loudness that the limiter removes.
 * @param limited measures the loudness after the limiter for a factor; called only if peaks exceed the ceiling
 */
export const levelledGain = async (
  target: number,
  { loudness, peak }: Measured,
  ceiling: number,
  limited: (gain: number) => Promise<number>,
): Promise<number> => {
  let gain = gainTo(target, loudness);
  for (let pass = 0; pass < MOST_PASSES && peak * gain > ceiling; pass += 1) {
    const reached = await limited(gain);
    if (Math.abs(target - reached) <= TOLERANCE || reached === -Infinity) break;
    // Never more than the maximum change of the original audio.
    gain = Math.min(gain * gainTo(target, reached), gainTo(Infinity, loudness));
  }
  return gain;
};
