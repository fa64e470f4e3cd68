import { type BitReader, bitReader } from './bits.js';
import { dataViewOf } from './bytes.js';

/** The parameter sets of a stream, as NAL units. */
export interface ParameterSets {
  readonly sequence: Uint8Array;
  readonly picture: Uint8Array;
}

/**
 * The parameter sets in the configuration of a decoder (ISO 14496-15, section 5.3.3.1, `avcC`); undefined unless there is
 * one of each, for samples whose NAL units have lengths of four bytes.
 */
export const parameterSetsIn = (config: Uint8Array): ParameterSets | undefined => {
  if (((config[4] ?? 0) & 3) !== 3 || ((config[5] ?? 0) & 31) !== 1) return undefined;
  const view = dataViewOf(config);
  const end = 8 + view.getUint16(6);
  if (config[end] !== 1) return undefined;
  const from = end + 3;
  return {
    sequence: config.subarray(8, end),
    picture: config.subarray(from, from + view.getUint16(end + 1)),
  };
};

export const HIGH_PROFILE = 100;

/** The form of frames whose samples are squares of 8 bits with colour at half the resolution. */
const isPlainHigh = (set: BitReader): boolean => {
  const is420 = set.unsigned() === 1;
  const isEightBits = set.unsigned() === 0 && set.unsigned() === 0;
  const isLossless = set.flag();
  return is420 && isEightBits && !isLossless && !set.flag();
};

/**
 * Skips what says how frames are shown (H.264, section E.1.1), up to how many come later than they are decoded, and how
 * many a decoder keeps; undefined where it promises more than decoding.
 */
const buffering = (set: BitReader) => {
  // Square samples, which some encoders do not mention.
  if (set.flag() && set.bits(8) !== 1) return undefined;
  if (set.flag()) set.flag();
  if (set.flag()) {
    set.bits(4);
    if (set.flag()) set.bits(24);
  }
  if (set.flag()) {
    set.unsigned();
    set.unsigned();
  }
  if (set.flag()) set.bits(65);
  const hasBitRates = set.flag() || set.flag();
  if (hasBitRates || set.flag() || !set.flag()) return undefined;
  set.flag();
  for (let skipped = 0; skipped < 4; skipped += 1) set.unsigned();
  return { reordered: set.unsigned(), buffered: set.unsigned() };
};

/** What a sequence parameter set says about decoding. */
export type SequenceFacts = NonNullable<ReturnType<typeof sequenceFacts>>;

/**
 * Reads a sequence parameter set (H.264, section 7.3.2.1.1), up to the high profile, for progressive 4:2:0 video of 8 bits, with square samples.
 * @returns undefined for others
 */
export const sequenceFacts = (sequence: Uint8Array) => {
  const set = bitReader(sequence);
  const [profile, constraints, level, id] = [set.bits(8), set.bits(8), set.bits(8), set.unsigned()];
  if (profile > HIGH_PROFILE || (profile === HIGH_PROFILE && !isPlainHigh(set))) return undefined;
  const frameNumberBits = set.unsigned() + 4;
  const order = set.unsigned();
  if (order === 1) return undefined;
  const orderBits = order === 0 ? { orderBits: set.unsigned() + 4 } : {};
  const references = set.unsigned();
  const allowsGaps = set.flag();
  const [width, height] = [set.unsigned() + 1, set.unsigned() + 1];
  const isProgressive = set.flag();
  const inferredDirect = set.flag();
  const crop = set.flag() ? [set.unsigned(), set.unsigned(), set.unsigned(), set.unsigned()] : [];
  const shown = set.flag() ? buffering(set) : undefined;
  if (!isProgressive || !shown) return undefined;
  return {
    profile,
    constraints,
    level,
    id,
    frameNumberBits,
    /** Absent where pictures are shown in the order in which they are coded. */
    ...orderBits,
    references,
    allowsGaps,
    /** In macroblocks, like the height. */
    width,
    height,
    inferredDirect,
    /** Left, right, top, bottom. */
    crop,
    ...shown,
  };
};

/** What a picture parameter set says. */
export type PictureFacts = NonNullable<ReturnType<typeof pictureFacts>>;

/** Reads a picture parameter set (H.264, section 7.3.2.2); undefined if it has several slice groups or scaling matrices. */
export const pictureFacts = (picture: Uint8Array) => {
  const set = bitReader(picture);
  const id = set.unsigned();
  set.unsigned();
  const [isCabac, hasBottomOrder] = [set.flag(), set.flag()];
  if (set.unsigned() !== 0) return undefined;
  const references = set.unsigned() + 1;
  set.unsigned();
  const [hasWeights, weightsOfPairs] = [set.flag(), set.bits(2)];
  const initialQp = 26 + set.signed();
  set.signed();
  const colorQpOffset = set.signed();
  const hasDeblocking = set.flag();
  set.flag();
  const [hasRedundant, has8x8Transforms] = [set.flag(), set.flag()];
  return set.flag()
    ? undefined
    : {
        id,
        isCabac,
        hasBottomOrder,
        references,
        hasWeights,
        /** 0: none; 1: explicit; 2: implicit. */
        weightsOfPairs,
        initialQp,
        colorQpOffset,
        hasDeblocking,
        hasRedundant,
        has8x8Transforms,
      };
};
