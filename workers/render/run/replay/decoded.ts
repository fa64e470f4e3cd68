import * as E from 'fp-ts/lib/Either.js';
import type { FrameDifferences, SampleDifferences } from '../../../../domain/render/replay-verdict.js';
import { EncoderError } from '../../ports/media-encoder.js';
import { type DecodedHashes, HASHED_SAMPLES } from '../../ports/media-engine.js';
import type { RenderContext } from '../context.js';

// Decoded frames and samples of files that this service made, by their hashes.

export type Decoding = Pick<RenderContext, 'engine' | 'folder' | 'signal'>;

/** The recorded file and the one that the replay made. */
export interface Pair<A> {
  readonly recorded: A;
  readonly replayed: A;
}

/** Maximum number of frame ranges in an event. */
const MAX_RANGES = 50;

/** The indices at which two lists differ, those included that only one of them has. */
const differingIn = ({ recorded, replayed }: Pair<ReadonlyArray<string>>): ReadonlyArray<number> =>
  Array.from({ length: Math.max(recorded.length, replayed.length) }, (_, index) => index).filter(
    (index) => recorded[index] !== replayed[index],
  );

const rangesOf = (frames: ReadonlyArray<number>): FrameDifferences['ranges'] => {
  const ranges: Array<{ from: number; to: number }> = [];
  for (const frame of frames) {
    const last = ranges.at(-1);
    if (last?.to === frame - 1) last.to = frame;
    else ranges.push({ from: frame, to: frame });
  }
  return ranges.slice(0, MAX_RANGES);
};

/** How the decoded frames differ, compared in their own pixel format. */
const frameDifferences = ({ recorded, replayed }: Pair<DecodedHashes>): FrameDifferences => {
  const sized = ({ frames, size }: DecodedHashes) => frames.map((hash) => `${size} ${hash}`);
  const differing = differingIn({ recorded: sized(recorded), replayed: sized(replayed) });
  return {
    recorded: recorded.frames.length,
    replayed: replayed.frames.length,
    differing: differing.length,
    ranges: rangesOf(differing),
  };
};

const sampleDifferences = ({ recorded, replayed }: Pair<DecodedHashes>): SampleDifferences => {
  const differing = differingIn({ recorded: recorded.blocks, replayed: replayed.blocks });
  const [first] = differing;
  const { samples, blocks, sampleRate } = recorded.samples > replayed.samples ? recorded : replayed;
  const perBlock = samples / Math.max(1, blocks.length);
  return {
    recorded: recorded.samples,
    replayed: replayed.samples,
    differing: Math.min(samples, Math.ceil(differing.length * perBlock)),
    ...(first === undefined || sampleRate === 0
      ? {}
      : { firstMs: Math.floor((first * HASHED_SAMPLES * 1000) / sampleRate) }),
  };
};

/** What two files decode to, compared. Throws an EncoderError where one can't be decoded. */
export const decodedDifferences = async (
  paths: Pair<string>,
  { engine, folder, signal }: Decoding,
): Promise<{ readonly frames?: FrameDifferences; readonly samples?: SampleDifferences }> => {
  const hashesOf = async (path: string): Promise<DecodedHashes> => {
    const hashes = await engine.decoded(path, { folder, signal })();
    if (E.isLeft(hashes)) throw new EncoderError(hashes.left);
    return hashes.right;
  };
  const hashes = {
    recorded: await hashesOf(paths.recorded),
    replayed: await hashesOf(paths.replayed),
  };
  const has = (part: 'frames' | 'blocks') => hashes.recorded[part].length + hashes.replayed[part].length > 0;
  return {
    ...(has('frames') ? { frames: frameDifferences(hashes) } : {}),
    ...(has('blocks') ? { samples: sampleDifferences(hashes) } : {}),
  };
};
