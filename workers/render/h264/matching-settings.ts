import {
  HIGH_PROFILE,
  type ParameterSets,
  pictureFacts,
  type SequenceFacts,
  sequenceFacts,
} from './parameter-sets.js';

/** Settings with which x264 writes certain parameter sets, whatever the preset. */
export interface MatchingSettings {
  /** The quantiser that slice headers are relative to. */
  readonly initialQp: number;
  /** In the notation of `-x264-params`. */
  readonly parameters: string;
}

/** The most B-frames in a row that x264 writes. */
const MOST_B_FRAMES = 16;
/** The number in most presets of x264. */
const USUAL_B_FRAMES = 3;

/** How many bits x264 uses for the picture order count, if up to `bFrames` B-frames follow each other. */
const orderBitsFor = (bFrames: number, isPyramid: boolean): number => {
  const most = (bFrames + 2) * (isPyramid ? 2 : 1) * 4;
  return Math.max(4, Math.floor(Math.log2(most)) + 1);
};

/** The number of consecutive B-frames for which x264 would number pictures as this stream does. */
const bFramesOf = ({ reordered, orderBits }: SequenceFacts): number | undefined => {
  if (reordered === 0) return orderBits === undefined ? 0 : undefined;
  const isPyramid = reordered === 2;
  const all = Array.from({ length: MOST_B_FRAMES }, (_, index) => index + 1);
  return [USUAL_B_FRAMES, ...all].find((count) => orderBitsFor(count, isPyramid) === orderBits);
};

/** The range of quantisers in which x264 uses its rate factor unchanged. */
const PLAIN_QP = { least: 1, most: 51 } as const;

/**
 * The settings with which x264 probably writes the same parameter sets as those of a stream. Compare its output with
 * {@link hasSameFormat}. Undefined if x264 can't write such sets, or only with much larger files: without CABAC, 8×8
 * transforms or B-frames.
 * @param psychovisual the offset that the preset adds to `chroma-qp-offset` by its psychovisual settings
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
 * Whether slices for the parameter sets `a` can be decoded with `b`: the picture parameter sets have the same bytes, and
 * the sequence parameter sets agree about decoding. Frame rate and colour description are not compared.
 */
export const hasSameFormat = (a: ParameterSets, b: ParameterSets): boolean => {
  const [one, other] = [sequenceFacts(a.sequence), sequenceFacts(b.sequence)];
  return (
    one !== undefined &&
    JSON.stringify(one) === JSON.stringify(other) &&
    Buffer.compare(a.picture, b.picture) === 0
  );
};
