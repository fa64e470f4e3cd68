import { type BitReader, bitReader, bitWriter, nalOf, payloadOf } from '../../compose/h264/bits.js';
import { buffering } from '../../compose/h264/parameter-sets.js';
import { SKIP_QP, skippedBlocks } from './skipped-blocks.js';

/** What the parameter sets of a stream say about its slices. */
interface SliceFormat {
  readonly parameterSet: number;
  readonly frameNumberBits: number;
  /** Absent where pictures are shown in the order in which they are coded. */
  readonly orderBits?: number;
  readonly blocks: number;
  /** How many pictures may be decoded before one that is shown before them. */
  readonly reordered: number;
  readonly isCabac: boolean;
  readonly hasWeights: boolean;
  readonly hasBottomOrder: boolean;
  readonly hasDeblocking: boolean;
  readonly initialQp: number;
}

const HIGH_PROFILE = 100;

/** The sequence parameter set (H.264, section 7.3.2.1.1); undefined if it has something that x264 does not write here. */
const sequenceFormat = (
  set: BitReader,
): Pick<SliceFormat, 'frameNumberBits' | 'orderBits' | 'blocks' | 'reordered'> | undefined => {
  const profile = set.bits(8);
  set.bits(16);
  set.unsigned();
  if (profile >= HIGH_PROFILE) {
    const is420 = set.unsigned() === 1;
    const isEightBits = set.unsigned() === 0 && set.unsigned() === 0;
    set.flag();
    if (!is420 || !isEightBits || set.flag()) return undefined;
  }
  const frameNumberBits = set.unsigned() + 4;
  const order = set.unsigned();
  if (order === 1) return undefined;
  const orderBits = order === 0 ? { orderBits: set.unsigned() + 4 } : {};
  set.unsigned();
  set.flag();
  const blocks = (set.unsigned() + 1) * (set.unsigned() + 1);
  if (!set.flag()) return undefined;
  set.flag();
  if (set.flag()) for (let edge = 0; edge < 4; edge += 1) set.unsigned();
  const shown = set.flag() ? buffering(set) : undefined;
  return shown && { frameNumberBits, ...orderBits, blocks, reordered: shown.reordered };
};

/** The format of slices; undefined if a picture can't be repeated in it. */
const sliceFormat = (sequence: Uint8Array, picture: Uint8Array): SliceFormat | undefined => {
  const found = sequenceFormat(bitReader(sequence));
  const set = bitReader(picture);
  const parameterSet = set.unsigned();
  set.unsigned();
  const isCabac = set.flag();
  const hasBottomOrder = set.flag();
  if (!found || set.unsigned() !== 0) return undefined;
  set.unsigned();
  set.unsigned();
  const hasWeights = set.flag();
  set.bits(2);
  const initialQp = SKIP_QP + set.signed();
  set.signed();
  set.signed();
  const hasDeblocking = set.flag();
  set.flag();
  const hasRedundant = set.flag();
  return hasRedundant
    ? undefined
    : { ...found, parameterSet, isCabac, hasBottomOrder, hasWeights, hasDeblocking, initialQp };
};

const REFERENCE_SLICE = 0x21;
const P_ONLY = 5;

/** A picture like the one before it: a P slice in which every macroblock is skipped. */
const skippedPicture = (format: SliceFormat, data: Uint8Array, place: number): Uint8Array => {
  const { frameNumberBits, orderBits, blocks, isCabac } = format;
  const writer = bitWriter();
  writer.unsigned(0);
  writer.unsigned(P_ONLY);
  writer.unsigned(format.parameterSet);
  writer.bits(place % 2 ** frameNumberBits, frameNumberBits);
  if (orderBits !== undefined) {
    writer.bits((2 * place) % 2 ** orderBits, orderBits);
    if (format.hasBottomOrder) writer.signed(0);
  }
  // One reference picture: the latest. No weights, no reordering, a sliding window.
  writer.bits(1, 1);
  writer.unsigned(0);
  writer.bits(0, 1);
  if (format.hasWeights) {
    writer.unsigned(0);
    writer.unsigned(0);
    writer.bits(0, 2);
  }
  writer.bits(0, 1);
  if (isCabac) writer.unsigned(0);
  writer.signed(SKIP_QP - format.initialQp);
  if (format.hasDeblocking) writer.unsigned(1);
  if (isCabac) {
    writer.align(1);
    writer.append(data);
  } else {
    writer.unsigned(blocks);
    writer.bits(1, 1);
    writer.align(0);
  }
  return writer.nal(REFERENCE_SLICE);
};

/** The number of bits of ue(v). */
const sizeOf = (value: number): number => 2 * Math.floor(Math.log2(value + 1)) + 1;

/** Writes bits over others. */
const overwrite = (bytes: Uint8Array, from: number, value: number, count: number): void => {
  for (let index = 0; index < count; index += 1) {
    const at = from + index;
    const bit = Math.floor(value / 2 ** (count - 1 - index)) % 2;
    const mask = 128 >> (at & 7);
    bytes[at >> 3] = ((bytes[at >> 3] ?? 0) & ~mask) | (bit === 1 ? mask : 0);
  }
};

/** The kinds of slices that refer to no later picture: P and I (H.264, table 7-6). */
const FORWARD_SLICES: ReadonlySet<number> = new Set([0, 2, 5, 7]);

/** A slice that followed its key frame immediately, `place` pictures after it; undefined if it is of another kind. */
const movedSlice = (
  { frameNumberBits, orderBits }: SliceFormat,
  nal: Uint8Array,
  place: number,
): Uint8Array | undefined => {
  const header = bitReader(nal);
  const [firstBlock, kind, parameterSet] = [header.unsigned(), header.unsigned(), header.unsigned()];
  if (firstBlock !== 0 || !FORWARD_SLICES.has(kind)) return undefined;
  const payload = payloadOf(nal);
  const at = sizeOf(firstBlock) + sizeOf(kind) + sizeOf(parameterSet);
  overwrite(payload, at, place % 2 ** frameNumberBits, frameNumberBits);
  if (orderBits !== undefined)
    overwrite(payload, at + frameNumberBits, (2 * place) % 2 ** orderBits, orderBits);
  return nalOf(nal[0] ?? 0, payload);
};

/** A key slice as x264 ends the first of a stream: with CABAC, it sets the last bit, which means nothing. */
const firstSlice = ({ isCabac }: SliceFormat, nal: Uint8Array): Uint8Array => {
  if (!isCabac) return nal;
  const last = nal.length - 1;
  return nal.with(last, (nal[last] ?? 0) | 1);
};

/** Makes the pictures that come after a key frame without an encoder. All of them are references. */
export interface FollowingPictures {
  /** Repeats the picture before it. @param place how many pictures after the key frame it comes */
  readonly repeated: (place: number) => Uint8Array;
  /**
   * A slice of the picture that followed the key frame, which may now be repeated before it.
   * @returns undefined if it is a slice for which this is not made
   */
  readonly moved: (nal: Uint8Array, place: number) => Uint8Array | undefined;
  /** A slice of a key frame that came later as that of the first, which differs in nothing else. */
  readonly first: (nal: Uint8Array) => Uint8Array;
  /** How many frames later than it is decoded a frame is shown. */
  readonly delay: number;
}

/**
 * Makes pictures that repeat others without loss, at almost no cost for encoders and decoders.
 * @param sequence the sequence parameter set of the stream
 * @param picture its picture parameter set
 * @returns undefined if the stream has a format for which this is not made
 */
export const followingPictures = (
  sequence: Uint8Array,
  picture: Uint8Array,
): FollowingPictures | undefined => {
  const format = sliceFormat(sequence, picture);
  if (!format) return undefined;
  const data = format.isCabac ? skippedBlocks(format.blocks) : new Uint8Array();
  const made = new Map<number, Uint8Array>();
  return {
    repeated: (place) => {
      const known = made.get(place) ?? skippedPicture(format, data, place);
      made.set(place, known);
      return known;
    },
    moved: (nal, place) => movedSlice(format, nal, place),
    first: (nal) => firstSlice(format, nal),
    delay: format.reordered,
  };
};
