import { type ByteRange, dataViewOf } from './bytes.js';
import type { ParameterSets } from './parameter-sets.js';

/** The types of NAL units that a sample may contain (H.264, table 7-1). */
export const NAL = {
  slice: 1,
  keySlice: 5,
  information: 6,
  sequence: 7,
  picture: 8,
  delimiter: 9,
  filler: 12,
} as const;

/** The types of units that can be left out without changing a frame. */
const OMISSIBLE: ReadonlySet<number> = new Set([NAL.information, NAL.delimiter, NAL.filler]);

/** The size of the length that precedes each NAL unit, in bytes. */
const LENGTH_BYTES = 4;

interface NalUnit {
  readonly type: number;
  readonly bytes: Uint8Array;
  /** Where it is in the sample, with its length before it. */
  readonly sized: ByteRange;
}

/** The type of a NAL unit, from its first byte. */
const nalType = (firstByte = 0): number => firstByte & 31;

/** The NAL units of a sample; undefined if their lengths are wrong. */
export const nalUnitsOf = (sample: Uint8Array): ReadonlyArray<NalUnit> | undefined => {
  const units: NalUnit[] = [];
  const view = dataViewOf(sample);
  for (let at = 0; at < sample.length;) {
    if (at + LENGTH_BYTES >= sample.length) return undefined;
    const end = at + LENGTH_BYTES + view.getUint32(at);
    const bytes = sample.subarray(at + LENGTH_BYTES, end);
    if (end > sample.length || bytes.length === 0) return undefined;
    units.push({ type: nalType(bytes[0]), bytes, sized: { start: at, length: end - at } });
    at = end;
  }
  return units;
};

const isParameterSet = ({ type, bytes }: NalUnit, { sequence, picture }: ParameterSets): boolean =>
  (type === NAL.sequence && Buffer.compare(bytes, sequence) === 0) ||
  (type === NAL.picture && Buffer.compare(bytes, picture) === 0);

/** Whether a sample contains a key frame. */
export const hasKeySlice = (sample: Uint8Array): boolean =>
  nalUnitsOf(sample)?.some(({ type }) => type === NAL.keySlice) === true;

/**
 * The slices of a sample, with their lengths, to be copied into an MP4 with the same parameter sets.
 * @param isKey whether the sample tables of the source list it as a key frame
 * @returns their places in the sample; undefined if it contains anything else that can't be left out
 */
export const copiedSlices = (
  sample: Uint8Array,
  isKey: boolean,
  sets: ParameterSets,
): ReadonlyArray<ByteRange> | undefined => {
  const kind = isKey ? NAL.keySlice : NAL.slice;
  const units = nalUnitsOf(sample);
  if (!units?.every((unit) => unit.type === kind || OMISSIBLE.has(unit.type) || isParameterSet(unit, sets)))
    return undefined;
  const slices = units.filter(({ type }) => type === kind);
  return slices.length === 0 ? undefined : slices.map(({ sized }) => sized);
};
