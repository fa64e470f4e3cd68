import { createHash } from 'node:crypto';
import { NAL, nalUnitsOf } from '../h264/nal-units.js';
import { parameterSetsIn } from '../h264/parameter-sets.js';

// The hash of an H.264 stream in the form that it has in all containers: each sample with start codes (H.264, annex B),
// each IDR picture with the parameter sets before it, without SEI and access unit delimiters. ffmpeg gives the same for
// `-bsf:v h264_mp4toannexb,filter_units=remove_types=6|9 -f streamhash`, in ten times as long.

const START = Uint8Array.of(0, 0, 1);
/** Before the first unit of a sample, and before parameter sets (H.264, section B.1.2). */
const LONG_START = Uint8Array.of(0, 0, 0, 1);

/** A unit without the zero bytes at its end, which are no part of it. */
const withoutZeros = (unit: Uint8Array): Uint8Array => {
  let end = unit.length;
  while (end > 0 && unit[end - 1] === 0) end -= 1;
  return unit.subarray(0, end);
};

/** Hashes the samples of a stream. */
export interface PictureHasher {
  readonly update: (sample: Uint8Array) => void;
  /** SHA-256, hexadecimal; undefined if the samples contain what this is not made for. */
  readonly digest: () => string | undefined;
}

/** @param configuration of the decoder (ISO 14496-15, `avcC`) */
export const pictureHasher = (configuration: Uint8Array): PictureHasher => {
  const sets = parameterSetsIn(configuration);
  const hash = createHash('sha256');
  let isUsual = sets !== undefined;

  return {
    update: (sample) => {
      const units = nalUnitsOf(sample)?.filter(
        ({ type }) => type !== NAL.information && type !== NAL.delimiter,
      );
      isUsual &&= units !== undefined && units.length > 0;
      for (const [index, { type, bytes }] of units?.entries() ?? []) {
        isUsual &&= type === NAL.slice || type === NAL.keySlice;
        if (index > 0) hash.update(START);
        else if (sets && type === NAL.keySlice)
          for (const part of [LONG_START, sets.sequence, LONG_START, sets.picture, START]) hash.update(part);
        else hash.update(LONG_START);
        hash.update(withoutZeros(bytes));
      }
    },
    digest: () => (isUsual ? hash.digest('hex') : undefined),
  };
};
