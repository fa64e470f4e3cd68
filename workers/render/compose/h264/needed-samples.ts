import type { FrameSpan } from '../../../../domain/composition/timeline.js';
import type { CopyableTrack } from './copyable-track.js';
import { NAL, type NalUnit, nalUnitsOf, OMISSIBLE } from './nal-units.js';
import { sequenceFacts } from './parameter-sets.js';

/** What must be read of a video to show some of its frames, as numbers of samples in the order of decoding. */
export interface NeededSamples {
  /** The first samples, by which readers of the file learn what it is. */
  readonly head: FrameSpan;
  /** From the key frame before the first frame that is shown, to some time after the last. */
  readonly shown: FrameSpan;
  /** Those of `shown` that are only needed if other frames refer to them. */
  readonly lead: ReadonlyArray<number>;
}

const HEAD = 32;
/** How many frames before the first that is shown are kept in any case, for the rounding of times. */
const BEFORE = 4;
/** How many frames after the last that is shown are kept: more than decoders reorder and threads hold. */
const AFTER = 80;
/** The least number of frames before those that are shown that is worth the work. */
const LEAST_LEAD = 24;

/** How many of ascending times are not after a time. */
export const countUntil = (times: ReadonlyArray<number>, time: number): number => {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * What is needed to show the frames between two times, in ms after the first frame.
 * @returns undefined if few frames come before them, or the stream doesn't say how its frames are reordered, so that
 *   decoders infer it from all of them
 */
export const neededSamples = (
  { sets, samples, places, times, groups }: CopyableTrack,
  from: number,
  to: number,
): NeededSamples | undefined => {
  if (!sequenceFacts(sets.sequence)) return undefined;
  const first = countUntil(times, from) - 1;
  const group = groups.findLast((one) => one.from <= first);
  if (!group) return undefined;
  const lead = Array.from({ length: first - group.from }, (_, index) => group.from + index).filter(
    (sample) => sample >= HEAD && (places[sample] ?? 0) < first - BEFORE,
  );
  if (lead.length < LEAST_LEAD) return undefined;
  const end = Math.min(samples.length, countUntil(times, to) + AFTER);
  return { head: { from: 0, to: HEAD }, shown: { from: group.from, to: end }, lead };
};

const isUnreferencedSlice = ({ type, bytes }: NalUnit): boolean =>
  type === NAL.slice && ((bytes[0] ?? 0) & 0x60) === 0;

/** Whether no other frame refers to that of a sample (H.264, `nal_ref_idc`), and it holds nothing that others need. */
export const isUnreferenced = (sample: Uint8Array): boolean => {
  const units = nalUnitsOf(sample) ?? [];
  return (
    units.some(isUnreferencedSlice) &&
    units.every((unit) => isUnreferencedSlice(unit) || OMISSIBLE.has(unit.type))
  );
};
