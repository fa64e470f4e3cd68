import type { FrameDifferences, SampleDifferences } from '../../../../domain/render/replay-verdict.js';
import { type DecodedHashes, type Decoding, rgbaFrames, sampleBlocks, sideBySide } from './decoded.js';

/** The recorded file and the one that the replay made. */
export interface Pair<A> {
  readonly recorded: A;
  readonly replayed: A;
}

/** Maximum number of frame ranges in an event. */
const MAX_RANGES = 50;
const BYTES_PER_PIXEL = 4;
/** Samples that are compared at once. */
const BLOCK = 48_000;

const rangesOf = (frames: ReadonlyArray<number>): FrameDifferences['ranges'] => {
  const ranges: Array<{ from: number; to: number }> = [];
  for (const frame of frames) {
    const last = ranges.at(-1);
    if (last?.to === frame - 1) last.to = frame;
    else ranges.push({ from: frame, to: frame });
  }
  return ranges.slice(0, MAX_RANGES);
};

/** The differences between the levels of the frames, over all frames in `differing`. */
const levelsApart = async (
  paths: Pair<string>,
  size: string,
  differing: ReadonlySet<number>,
  decoding: Decoding,
): Promise<{ readonly largest: number; readonly mean: number }> => {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const bytes = width * height * BYTES_PER_PIXEL;
  let [frame, largest, sum, levels] = [0, 0, 0, 0];
  const frames = sideBySide(
    rgbaFrames(paths.recorded, bytes, decoding),
    rgbaFrames(paths.replayed, bytes, decoding),
  );
  for await (const [one, other] of frames) {
    if (differing.has(frame)) {
      for (let at = 0; at < one.length; at += 1) {
        const apart = Math.abs((one[at] ?? 0) - (other[at] ?? 0));
        if (apart > largest) largest = apart;
        sum += apart;
      }
      levels += one.length;
    }
    frame += 1;
  }
  return { largest, mean: levels === 0 ? 0 : sum / levels };
};

/** How the decoded frames differ. Which do is decided in their own pixel format. */
export const frameDifferences = async (
  paths: Pair<string>,
  { recorded, replayed }: Pair<DecodedHashes>,
  decoding: Decoding,
): Promise<FrameDifferences> => {
  const total = Math.max(recorded.frames.length, replayed.frames.length);
  const differing = Array.from({ length: total }, (_, frame) => frame).filter(
    (frame) => recorded.size !== replayed.size || recorded.frames[frame] !== replayed.frames[frame],
  );
  const common = Math.min(recorded.frames.length, replayed.frames.length);
  const measured = new Set(differing.filter((frame) => frame < common));
  const isMeasurable = measured.size > 0 && recorded.size !== undefined && recorded.size === replayed.size;
  const apart = isMeasurable
    ? await levelsApart(paths, recorded.size, measured, decoding)
    : { largest: 0, mean: 0 };
  return {
    recorded: recorded.frames.length,
    replayed: replayed.frames.length,
    differing: differing.length,
    ranges: rangesOf(differing),
    ...apart,
  };
};

const sameBlocks = ({ recorded, replayed }: Pair<DecodedHashes>): boolean =>
  recorded.samples === replayed.samples &&
  recorded.blocks.length === replayed.blocks.length &&
  recorded.blocks.every((hash, index) => hash === replayed.blocks[index]);

/** How the decoded samples differ. */
export const sampleDifferences = async (
  paths: Pair<string>,
  hashes: Pair<DecodedHashes>,
  decoding: Decoding,
): Promise<SampleDifferences> => {
  const { recorded, replayed } = hashes;
  const totals = { recorded: recorded.samples, replayed: replayed.samples };
  if (sameBlocks(hashes)) return { ...totals, differing: 0, largest: 0 };
  let [differing, largest, compared] = [0, 0, 0];
  let first: number | undefined;
  const blocks =
    Math.min(recorded.samples, replayed.samples) > 0
      ? sideBySide(
          sampleBlocks(paths.recorded, BLOCK, decoding),
          sampleBlocks(paths.replayed, BLOCK, decoding),
        )
      : [];
  for await (const [one, other] of blocks) {
    const length = Math.min(one.length, other.length);
    for (let at = 0; at < length; at += 1) {
      const apart = Math.abs((one[at] ?? 0) - (other[at] ?? 0));
      if (apart === 0) continue;
      differing += 1;
      if (apart > largest) largest = apart;
      first ??= compared + at;
    }
    compared += length;
  }
  const longer = Math.abs(recorded.samples - replayed.samples);
  if (longer > 0) first ??= Math.min(recorded.samples, replayed.samples);
  const { sampleRate, channels } = recorded.samples > 0 ? recorded : replayed;
  const perMs = (sampleRate * channels) / 1000;
  return {
    ...totals,
    differing: differing + longer,
    largest,
    ...(first === undefined || perMs === 0 ? {} : { firstMs: Math.floor(first / perMs) }),
  };
};
