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

/** What a sequence parameter set says about decoding (H.264, section 7.3.2.1.1). */
export interface SequenceFacts {
  readonly profile: number;
  readonly constraints: number;
  readonly level: number;
  readonly id: number;
  readonly frameNumberBits: number;
  /** Absent where pictures are shown in the order in which they are coded. */
  readonly orderBits?: number;
  readonly references: number;
  readonly allowsGaps: boolean;
  /** In macroblocks. */
  readonly width: number;
  readonly height: number;
  readonly inferredDirect: boolean;
  /** Left, right, top, bottom. */
  readonly crop: ReadonlyArray<number>;
  /** How many frames come later than they are decoded, and how many a decoder keeps. */
  readonly reordered: number;
  readonly buffered: number;
}

export const HIGH_PROFILE = 100;

/** The form of frames whose samples are squares of 8 bits with colour at half the resolution. */
const isPlainHigh = (set: BitReader): boolean => {
  const is420 = set.unsigned() === 1;
  const isEightBits = set.unsigned() === 0 && set.unsigned() === 0;
  const isLossless = set.flag();
  return is420 && isEightBits && !isLossless && !set.flag();
};

/** Skips what says how frames are shown (H.264, section E.1.1); undefined where it promises more than decoding. */
const buffering = (set: BitReader): Pick<SequenceFacts, 'reordered' | 'buffered'> | undefined => {
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

/**
 * Reads a sequence parameter set, up to the high profile, for progressive 4:2:0 video of 8 bits, with square samples.
 * @returns undefined for others
 */
export const sequenceFacts = (sequence: Uint8Array): SequenceFacts | undefined => {
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
    ...orderBits,
    references,
    allowsGaps,
    width,
    height,
    inferredDirect,
    crop,
    ...shown,
  };
};

/** What a picture parameter set says (H.264, section 7.3.2.2). */
export interface PictureFacts {
  readonly id: number;
  readonly isCabac: boolean;
  readonly hasBottomOrder: boolean;
  readonly references: number;
  readonly hasWeights: boolean;
  /** 0: none; 1: explicit; 2: implicit. */
  readonly weightsOfPairs: number;
  readonly initialQp: number;
  readonly colorQpOffset: number;
  readonly hasDeblocking: boolean;
  readonly hasRedundant: boolean;
  readonly has8x8Transforms: boolean;
}

/** Reads a picture parameter set; undefined if it has several slice groups or scaling matrices. */
export const pictureFacts = (picture: Uint8Array): PictureFacts | undefined => {
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
        weightsOfPairs,
        initialQp,
        colorQpOffset,
        hasDeblocking,
        hasRedundant,
        has8x8Transforms,
      };
};
