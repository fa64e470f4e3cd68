import { joined, viewOf } from './boxes.js';
import type { ParameterSets } from './parameter-sets.js';
import type { Sample } from './rewritten-movie.js';

// NAL unit types (H.264, table 7-1).
const SLICE = 1;
const KEY_SLICE = 5;
const INFORMATION = 6;
const SEQUENCE = 7;
const PICTURE = 8;
const DELIMITER = 9;
const FILLER = 12;

const LENGTH_BYTES = 4;

/** The slices of a sample, with their lengths; undefined if it holds anything that can't be left out. */
const slicesOf = (
  sample: Uint8Array,
  kind: typeof SLICE | typeof KEY_SLICE,
  { sequence, picture }: ParameterSets,
): Uint8Array | undefined => {
  const slices: Uint8Array[] = [];
  const view = viewOf(sample);
  for (let at = 0; at < sample.length;) {
    if (at + LENGTH_BYTES >= sample.length) return undefined;
    const end = at + LENGTH_BYTES + view.getUint32(at);
    const nal = sample.subarray(at + LENGTH_BYTES, end);
    if (end > sample.length || nal.length === 0) return undefined;
    switch ((nal[0] ?? 0) & 31) {
      case kind:
        slices.push(sample.subarray(at, end));
        break;
      case INFORMATION:
      case DELIMITER:
      case FILLER:
        break;
      case SEQUENCE:
        if (Buffer.compare(nal, sequence) !== 0) return undefined;
        break;
      case PICTURE:
        if (Buffer.compare(nal, picture) !== 0) return undefined;
        break;
      default:
        return undefined;
    }
    at = end;
  }
  const [only, another] = slices;
  return another ? joined(slices) : only;
};

/** Some samples of a source, and what is known of them. */
export interface SourceSamples {
  readonly sets: ParameterSets;
  /** In the order in which they are decoded. */
  readonly bytes: ReadonlyArray<Uint8Array>;
  /** The place of each among them, in the order in which they are shown. */
  readonly places: ReadonlyArray<number>;
  /** Which of them are key frames, from 0. */
  readonly keys: ReadonlySet<number>;
}

/**
 * The samples of groups of pictures, the last perhaps up to a division, as those of an MP4 that has their parameter
 * sets. Only slices are copied.
 * @param delay how much later than it is decoded a frame is shown at least, in frames
 * @returns undefined if one of them is not what its tables say, or can't be shown in time
 */
export const copiedSamples = (
  { sets, bytes, places, keys }: SourceSamples,
  delay: number,
): ReadonlyArray<Sample> | undefined => {
  const samples: Sample[] = [];
  for (const [index, sample] of bytes.entries()) {
    const isKey = keys.has(index);
    const slices = slicesOf(sample, isKey ? KEY_SLICE : SLICE, sets);
    const later = (places[index] ?? 0) - index + delay;
    if (!slices || later < 0) return undefined;
    samples.push({ bytes: slices, isKey, delay: later });
  }
  return samples;
};
