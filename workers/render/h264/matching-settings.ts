import {
  HIGH_PROFILE,
  type ParameterSets,
  pictureFacts,
  type SequenceFacts,
  sequenceFacts,
} from './parameter-sets.js';

/** Settings of x264 that write certain parameter sets, whatever the preset. */
export interface MatchingSettings {
  /** The quantiser from which the headers of slices count. */
  readonly initialQp: number;
  /** As x264 writes them. */
  readonly parameters: string;
}

/** The most B-frames in a row that x264 writes. */
const MOST_B_FRAMES = 16;
/** Where presets of x264 leave it. */
const USUAL_B_FRAMES = 3;

/** The bits in which x264 writes the order of pictures, given the most B-frames in a row. */
const orderBitsFor = (bFrames: number, isPyramid: boolean): number => {
  const most = (bFrames + 2) * (isPyramid ? 2 : 1) * 4;
  return Math.max(4, Math.floor(Math.log2(most)) + 1);
};

/** How many B-frames in a row fit the way in which pictures are numbered. */
const bFramesOf = ({ reordered, orderBits }: SequenceFacts): number | undefined => {
  if (reordered === 0) return orderBits === undefined ? 0 : undefined;
  const isPyramid = reordered === 2;
  const all = Array.from({ length: MOST_B_FRAMES }, (_, index) => index + 1);
  return [USUAL_B_FRAMES, ...all].find((count) => orderBitsFor(count, isPyramid) === orderBits);
};

/** The range of quantisers in which x264 uses its rate factor as it is. */
const PLAIN_QP = { least: 1, most: 51 } as const;

/**
 * The settings with which x264 is likely to write the same parameter sets as those of a stream; what it writes must be
 * compared with them ({@link sameFormat}). Undefined if it can't write such sets, or only for much larger files: without
 * CABAC, 8×8 transforms or B-frames.
 * @param psychovisual what the preset itself adds to the offset of colour
 */
export const matchingSettings = (
  { sequence, picture }: ParameterSets,
  psychovisual = 0,
): MatchingSettings | undefined => {
  const [order, slices] = [sequenceFacts(sequence), pictureFacts(picture)];
  const bFrames = order && bFramesOf(order);
  if (order?.profile !== HIGH_PROFILE || !slices?.isCabac || !slices.has8x8Transforms || !bFrames)
    return undefined;
  if (slices.initialQp < PLAIN_QP.least || slices.initialQp > PLAIN_QP.most) return undefined;
  if (slices.weightsOfPairs === 1) return undefined;
  const { level, id, reordered } = order;
  return {
    initialQp: slices.initialQp,
    parameters: [
      `level=${level}`,
      `sps-id=${id}`,
      'cabac=1:8x8dct=1',
      `ref=${slices.references}`,
      `bframes=${bFrames}:b-pyramid=${reordered === 2 ? 'normal' : 'none'}`,
      `weightp=${slices.hasWeights ? 1 : 0}:weightb=${slices.weightsOfPairs === 2 ? 1 : 0}`,
      `chroma-qp-offset=${slices.colorQpOffset - psychovisual}`,
    ].join(':'),
  };
};

/**
 * Whether slices that were written for some parameter sets can be decoded with others: the picture parameter sets have
 * the same bytes, and the sequence parameter sets say the same about decoding. How fast frames follow and what colours
 * mean is not compared.
 */
export const sameFormat = (a: ParameterSets, b: ParameterSets): boolean => {
  const [one, other] = [sequenceFacts(a.sequence), sequenceFacts(b.sequence)];
  return (
    one !== undefined &&
    JSON.stringify(one) === JSON.stringify(other) &&
    Buffer.compare(a.picture, b.picture) === 0
  );
};
