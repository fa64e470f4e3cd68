import { gainTo } from './loudness-meter.js';

/** How far from the target the loudness of a limited sound may lie, LU. */
const TOLERANCE = 0.1;
const MOST_PASSES = 6;

/** Loudness and greatest sample of a sound. */
export interface Measured {
  readonly loudness: number;
  readonly peak: number;
}

/**
 * The factor that brings a sound to a loudness. Where its peaks are limited, what that takes away is made up for.
 * @param limited measures what the loudness is with a factor, after the limiter; called only where it acts
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
    // Never more than the change that is allowed of the sound as it was.
    gain = Math.min(gain * gainTo(target, reached), gainTo(Infinity, loudness));
  }
  return gain;
};
