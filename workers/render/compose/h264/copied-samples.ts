import { joined } from './boxes.js';
import { isParameterSet, NAL, nalUnitsOf, OMISSIBLE } from './nal-units.js';
import type { ParameterSets } from './parameter-sets.js';
import type { Sample } from './rewritten-movie.js';

/** The slices of a sample, with their lengths; undefined if it holds anything that can't be left out. */
const slicesOf = (
  sample: Uint8Array,
  kind: typeof NAL.slice | typeof NAL.keySlice,
  sets: ParameterSets,
): Uint8Array | undefined => {
  const units = nalUnitsOf(sample);
  if (!units?.every((unit) => unit.type === kind || OMISSIBLE.has(unit.type) || isParameterSet(unit, sets)))
    return undefined;
  const slices = units.filter(({ type }) => type === kind).map(({ sized }) => sized);
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
    const slices = slicesOf(sample, isKey ? NAL.keySlice : NAL.slice, sets);
    const later = (places[index] ?? 0) - index + delay;
    if (!slices || later < 0) return undefined;
    samples.push({ bytes: slices, isKey, delay: later });
  }
  return samples;
};
