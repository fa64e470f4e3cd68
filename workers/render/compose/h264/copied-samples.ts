import { joined } from './boxes.js';
import { isParameterSet, NAL, nalUnitsOf, OMISSIBLE } from './nal-units.js';
import type { ParameterSets } from './parameter-sets.js';

/**
 * The slices of a sample, with their lengths: what is copied of it into an MP4 that has its parameter sets.
 * @param isKey whether the tables of the source say that it is a key frame
 * @returns undefined if it holds anything else that can't be left out
 */
export const copiedSlices = (
  sample: Uint8Array,
  isKey: boolean,
  sets: ParameterSets,
): Uint8Array | undefined => {
  const kind = isKey ? NAL.keySlice : NAL.slice;
  const units = nalUnitsOf(sample);
  if (!units?.every((unit) => unit.type === kind || OMISSIBLE.has(unit.type) || isParameterSet(unit, sets)))
    return undefined;
  const slices = units.filter(({ type }) => type === kind).map(({ sized }) => sized);
  const [only, another] = slices;
  return another ? joined(slices) : only;
};
