import type { CopyableTrack } from './copyable-track.js';
import { isParameterSet, NAL, nalUnitsOf, OMISSIBLE } from './nal-units.js';
import { type ParameterSets, sequenceFacts } from './parameter-sets.js';

/** What must be decoded of a video to show one of its frames, as numbers of samples in the order of decoding. */
export interface SamplesToFrame {
  /** The key frame before it, or itself. */
  readonly from: number;
  readonly wanted: number;
}

/** How many of ascending times are not after a time. */
const countUntil = (times: ReadonlyArray<number>, time: number): number => {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** How near the beginning of a frame a time must not be, in ms: ffmpeg rounds times to the units of the file. */
const UNCERTAIN = 0.2;

/**
 * What is needed to show the frame at a time, in ms after the first frame.
 * @returns undefined if no frame has begun by then, or one begins just then, or if the stream doesn't say how its frames
 *   are reordered
 */
export const samplesToFrame = (
  { sets, places, times, groups }: CopyableTrack,
  time: number,
): SamplesToFrame | undefined => {
  if (!sequenceFacts(sets.sequence)) return undefined;
  const place = countUntil(times, time) - 1;
  const isNear = [place, place + 1].some((one) => Math.abs((times[one] ?? Infinity) - time) < UNCERTAIN);
  const group = groups.findLast(({ from, to }) => from <= place && place < to);
  return group && !isNear ? { from: group.from, wanted: places.indexOf(place, group.from) } : undefined;
};

/** Whether a sample is in order, and names no other parameter sets than the tables: its frame is as large as they say. */
export const isPlainSample = (sample: Uint8Array, sets: ParameterSets): boolean =>
  nalUnitsOf(sample)?.every(
    (unit) =>
      unit.type === NAL.slice ||
      unit.type === NAL.keySlice ||
      OMISSIBLE.has(unit.type) ||
      isParameterSet(unit, sets),
  ) ?? false;

/**
 * Whether no frame from this one on refers to one before it. Those after the key frame of an open group may release
 * frames before it, and decoders report that these are missing.
 */
export const isIdrSample = (sample: Uint8Array): boolean =>
  nalUnitsOf(sample)?.some(({ type }) => type === NAL.keySlice) ?? false;
