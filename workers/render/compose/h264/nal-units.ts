import { viewOf } from './boxes.js';
import type { ParameterSets } from './parameter-sets.js';

/** The types of NAL units that a sample may hold (H.264, table 7-1). */
export const NAL = {
  slice: 1,
  keySlice: 5,
  information: 6,
  sequence: 7,
  picture: 8,
  delimiter: 9,
  filler: 12,
} as const;

/** The types of units without which all frames are the same. */
export const OMISSIBLE: ReadonlySet<number> = new Set([NAL.information, NAL.delimiter, NAL.filler]);

/** The length of a NAL unit comes before it, in so many bytes. */
export const LENGTH_BYTES = 4;

/** A NAL unit of a sample. */
export interface NalUnit {
  readonly type: number;
  readonly bytes: Uint8Array;
  /** With its length before it, as in the sample. */
  readonly sized: Uint8Array;
}

/** The type of a NAL unit, from its first byte. */
export const nalType = (firstByte = 0): number => firstByte & 31;

/** The NAL units of a sample; undefined if their lengths are wrong. */
export const nalUnitsOf = (sample: Uint8Array): ReadonlyArray<NalUnit> | undefined => {
  const units: NalUnit[] = [];
  const view = viewOf(sample);
  for (let at = 0; at < sample.length;) {
    if (at + LENGTH_BYTES >= sample.length) return undefined;
    const end = at + LENGTH_BYTES + view.getUint32(at);
    const bytes = sample.subarray(at + LENGTH_BYTES, end);
    if (end > sample.length || bytes.length === 0) return undefined;
    units.push({ type: nalType(bytes[0]), bytes, sized: sample.subarray(at, end) });
    at = end;
  }
  return units;
};

/** Whether a NAL unit is one of these parameter sets. */
export const isParameterSet = ({ type, bytes }: NalUnit, { sequence, picture }: ParameterSets): boolean =>
  (type === NAL.sequence && Buffer.compare(bytes, sequence) === 0) ||
  (type === NAL.picture && Buffer.compare(bytes, picture) === 0);
