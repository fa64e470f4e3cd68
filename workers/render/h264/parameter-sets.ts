import { type BitReader, bitReader } from './bits.js';
import { dataViewOf } from './bytes.js';

/** The parameter sets of a stream, as NAL units. */
export interface ParameterSets {
  readonly sequence: Uint8Array;
  readonly picture: Uint8Array;
}

/**
 * The parameter sets in a decoder configuration (ISO 14496-15, section 5.3.3.1, `avcC`); undefined unless it has one of
 * each, and four-byte lengths before NAL units.
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

/** Reads the fields of the high profile; true for 4:2:0 with 8 bits, not lossless, without scaling matrices. */
const isPlainHigh = (set: BitReader): boolean => {
  const is420 = set.unsigned() === 1;
  const isEightBits = set.unsigned() === 0 && set.unsigned() === 0;
  const isLossless = set.flag();
  return is420 && isEightBits && !isLossless && !set.flag();
};

/**
 * Reads the VUI parameters (H.264, section E.1.1) for `max_num_reorder_frames` and `max_dec_frame_buffering`; undefined
 * if samples are not square, or if there are HRD parameters, picture structures, or no such limits.
 */
const readBuffering = (set: BitReader) => {
  // Square samples; some encoders do not state them.
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

/** The fields of a sequence parameter set that matter for decoding. */
export type SequenceFacts = NonNullable<ReturnType<typeof sequenceFacts>>;

/**
 * Reads a sequence parameter set (H.264, section 7.3.2.1.1), up to the high profile, for progressive 8-bit 4:2:0 video
 * with square samples.
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
  const shown = set.flag() ? readBuffering(set) : undefined;
  if (!isProgressive || !shown) return undefined;
  return {
    profile,
    constraints,
    level,
    id,
    frameNumberBits,
    /** Absent if pictures are shown in decoding order. */
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

export type PictureFacts = NonNullable<ReturnType<typeof pictureFacts>>;

/** Reads a picture parameter set (H.264, section 7.3.2.2); undefined with several slice groups or scaling matrices. */
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
