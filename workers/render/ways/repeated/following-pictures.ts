import { bitReader, bitWriter, nalOf, payloadOf } from '../../h264/bits.js';
import {
  type ParameterSets,
  type PictureFacts,
  pictureFacts,
  type SequenceFacts,
  sequenceFacts,
} from '../../h264/parameter-sets.js';
import { SKIP_QP, skippedBlocks } from './skipped-blocks.js';

/** The facts about slices in the parameter sets of a stream. */
interface SliceFormat extends Pick<SequenceFacts, 'frameNumberBits' | 'orderBits'>, PictureFacts {
  readonly blocks: number;
}

/** The format of slices; undefined if a picture can't be repeated in it. */
const sliceFormat = ({ sequence, picture }: ParameterSets): SliceFormat | undefined => {
  const [frames, slices] = [sequenceFacts(sequence), pictureFacts(picture)];
  if (!frames || !slices || slices.hasRedundant) return undefined;
  return { ...frames, ...slices, blocks: frames.width * frames.height };
};

const REFERENCE_SLICE = 0x21;
const P_ONLY = 5;

/** Repeats the previous picture: a P slice in which every macroblock is skipped. */
const skippedPicture = (format: SliceFormat, data: Uint8Array, distance: number): Uint8Array => {
  const { frameNumberBits, orderBits, blocks, isCabac } = format;
  const writer = bitWriter();
  writer.unsigned(0);
  writer.unsigned(P_ONLY);
  writer.unsigned(format.id);
  writer.bits(distance % 2 ** frameNumberBits, frameNumberBits);
  if (orderBits !== undefined) {
    writer.bits((2 * distance) % 2 ** orderBits, orderBits);
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
const golombBits = (value: number): number => 2 * Math.floor(Math.log2(value + 1)) + 1;

/** Overwrites `count` bits. */
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

/** Moves a slice that directly followed its key frame to `distance` pictures after it; undefined for other slices. */
const movedSlice = (
  { frameNumberBits, orderBits }: SliceFormat,
  nal: Uint8Array,
  distance: number,
): Uint8Array | undefined => {
  const header = bitReader(nal);
  const [firstBlock, kind, parameterSet] = [header.unsigned(), header.unsigned(), header.unsigned()];
  if (firstBlock !== 0 || !FORWARD_SLICES.has(kind)) return undefined;
  const payload = payloadOf(nal);
  const at = golombBits(firstBlock) + golombBits(kind) + golombBits(parameterSet);
  overwrite(payload, at, distance % 2 ** frameNumberBits, frameNumberBits);
  if (orderBits !== undefined)
    overwrite(payload, at + frameNumberBits, (2 * distance) % 2 ** orderBits, orderBits);
  return nalOf(nal[0] ?? 0, payload);
};

/**
 * Makes the pictures after a key frame without an encoder, at almost no cost for decoders. All of them are reference
 * pictures.
 * @returns undefined if the format of the stream is not supported
 */
export const followingPictures = (sets: ParameterSets) => {
  const format = sliceFormat(sets);
  if (!format) return undefined;
  const data = format.isCabac ? skippedBlocks(format.blocks) : new Uint8Array();
  const made = new Map<number, Uint8Array>();
  return {
    /** Repeats the previous picture without loss. @param distance the number of pictures since the key frame */
    repeated: (distance: number): Uint8Array => {
      const known = made.get(distance) ?? skippedPicture(format, data, distance);
      made.set(distance, known);
      return known;
    },
    /**
     * Moves a slice of the picture that directly followed the key frame to `distance` pictures after it.
     * @returns undefined if such a slice is not supported
     */
    moved: (nal: Uint8Array, distance: number): Uint8Array | undefined => movedSlice(format, nal, distance),
  };
};
