import { viewOf } from './boxes.js';
import type { CopyableTrack } from './copyable-track.js';
import { type ParameterSets, sequenceFacts } from './parameter-sets.js';

/** What must be decoded of a video to show one of its frames, as numbers of samples in the order of decoding. */
export interface SamplesToFrame {
  /** The key frame before it, or itself. */
  readonly from: number;
  readonly wanted: number;
}

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
  const after = times.findIndex((one) => one > time);
  const place = (after < 0 ? times.length : after) - 1;
  const isNear = [place, place + 1].some((one) => Math.abs((times[one] ?? Infinity) - time) < UNCERTAIN);
  const group = groups.findLast(({ from, to }) => from <= place && place < to);
  return group && !isNear ? { from: group.from, wanted: places.indexOf(place, group.from) } : undefined;
};

// NAL unit types (H.264, table 7-1).
const IDR = 5;
const SEQUENCE = 7;
const PICTURE = 8;
const PLAIN = new Set([1, IDR, 6, 9, 12]);

const LENGTH_BYTES = 4;

/** The NAL units of a sample; undefined if their lengths are wrong. */
const unitsOf = (sample: Uint8Array): ReadonlyArray<Uint8Array> | undefined => {
  const units: Uint8Array[] = [];
  for (let at = 0; at < sample.length;) {
    if (at + LENGTH_BYTES >= sample.length) return undefined;
    const end = at + LENGTH_BYTES + viewOf(sample).getUint32(at);
    const unit = sample.subarray(at + LENGTH_BYTES, end);
    if (end > sample.length || unit.length === 0) return undefined;
    units.push(unit);
    at = end;
  }
  return units;
};

const typeOf = (unit: Uint8Array): number => (unit[0] ?? 0) & 31;

/** Whether a sample is in order, and names no other parameter sets than the tables: its frame is as large as they say. */
export const isPlainSample = (sample: Uint8Array, { sequence, picture }: ParameterSets): boolean =>
  unitsOf(sample)?.every((unit) => {
    const type = typeOf(unit);
    const known = type === SEQUENCE ? sequence : type === PICTURE ? picture : undefined;
    return known ? Buffer.compare(unit, known) === 0 : PLAIN.has(type);
  }) ?? false;

/**
 * Whether no frame from this one on refers to one before it. Those after the key frame of an open group may release
 * frames before it, and decoders report that these are missing.
 */
export const isIdrSample = (sample: Uint8Array): boolean =>
  unitsOf(sample)?.some((unit) => typeOf(unit) === IDR) ?? false;
