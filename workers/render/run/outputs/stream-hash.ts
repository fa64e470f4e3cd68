import { createHash } from 'node:crypto';
import { LENGTH_BYTES, NAL, nalType } from '../../compose/h264/nal-units.js';
import type { ParameterSets } from '../../compose/h264/parameter-sets.js';

// The hash of an H.264 stream in the form that it has in all containers: each sample with start codes (H.264, annex B),
// each IDR picture with the parameter sets before it, without SEI and access unit delimiters. ffmpeg gives the same for
// `-bsf:v h264_mp4toannexb,filter_units=remove_types=6|9 -f streamhash`.

const START = Uint8Array.of(0, 0, 1);
/** Before the first unit of a sample, and before parameter sets (H.264, section B.1.2). */
const LONG_START = Uint8Array.of(0, 0, 0, 1);
const ZEROS = new Uint8Array(4096);

/** The number of zero bytes at the end. */
const zerosAtEnd = (bytes: Uint8Array): number => {
  let count = 0;
  while (count < bytes.length && bytes[bytes.length - 1 - count] === 0) count += 1;
  return count;
};

/** Hashes samples while they pass. */
export interface StreamHasher {
  /** The next bytes of the samples, which follow one another. */
  readonly update: (bytes: Uint8Array) => void;
  /** SHA-256, hexadecimal; undefined if the samples contain what this is not made for. */
  readonly digest: () => string | undefined;
}

/**
 * Hashes the H.264 stream of an MP4.
 * @param sets those of its sample entry
 * @param lengths of its samples, in bytes
 */
export const streamHasher = (
  { sequence, picture }: ParameterSets,
  lengths: ReadonlyArray<number>,
): StreamHasher => {
  const hash = createHash('sha256');
  const beforeKey = [LONG_START, sequence, LONG_START, picture, START];
  const header = new Uint8Array(LENGTH_BYTES);
  let isUsual = true;
  let samples = 0;
  let leftOfSample = 0;
  let headerBytes = 0;
  let leftOfUnit = 0;
  /** Whether the type of the unit is still to be read. */
  let isUnitNew = false;
  let isHashed = false;
  let isFirstUnit = true;
  /** Zeros that are no part of the unit if it ends with them. */
  let zeros = 0;

  const addZeros = (): void => {
    for (; zeros > 0; zeros -= Math.min(zeros, ZEROS.length))
      hash.update(ZEROS.subarray(0, Math.min(zeros, ZEROS.length)));
  };
  const startUnit = (type: number): void => {
    isHashed = type !== NAL.information && type !== NAL.delimiter;
    if (!isHashed) return;
    isUsual &&= type === NAL.slice || type === NAL.keySlice;
    if (isFirstUnit) for (const part of type === NAL.keySlice ? beforeKey : [LONG_START]) hash.update(part);
    else hash.update(START);
    isFirstUnit = false;
  };
  const addToUnit = (bytes: Uint8Array): void => {
    if (!isHashed) return;
    const ending = zerosAtEnd(bytes);
    if (ending < bytes.length) {
      addZeros();
      hash.update(bytes.subarray(0, bytes.length - ending));
    }
    zeros += ending;
  };

  /** Reads what comes next. @returns how many bytes that was */
  const next = (bytes: Uint8Array): number => {
    if (!isUsual) return bytes.length;
    if (leftOfSample === 0) {
      leftOfSample = lengths[samples] ?? 0;
      isUsual &&= leftOfSample > 0 && headerBytes === 0 && (samples === 0 || !isFirstUnit);
      samples += 1;
      isFirstUnit = true;
    }
    if (leftOfUnit > 0) {
      const read = bytes.subarray(0, leftOfUnit);
      if (isUnitNew) startUnit(nalType(read[0]));
      isUnitNew = false;
      addToUnit(read);
      leftOfUnit -= read.length;
      leftOfSample -= read.length;
      if (leftOfUnit === 0) zeros = 0;
      return read.length;
    }
    header[headerBytes] = bytes[0] ?? 0;
    headerBytes += 1;
    leftOfSample -= 1;
    if (headerBytes < LENGTH_BYTES) return 1;
    headerBytes = 0;
    leftOfUnit = new DataView(header.buffer).getUint32(0);
    isUnitNew = true;
    isUsual &&= leftOfUnit > 0 && leftOfUnit <= leftOfSample;
    return 1;
  };

  return {
    update: (bytes) => {
      for (let at = 0; at < bytes.length;) at += next(bytes.subarray(at));
    },
    digest: () => {
      const isWhole = samples === lengths.length && leftOfSample === 0 && headerBytes === 0 && !isFirstUnit;
      return isUsual && isWhole ? hash.digest('hex') : undefined;
    },
  };
};
