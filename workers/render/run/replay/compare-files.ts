import * as E from 'fp-ts/lib/Either.js';
import { sameJson } from '../../../../domain/codec/json.js';
import { joinedSpans } from '../../../../domain/groups.js';
import type {
  OutputFile,
  Presentation,
  Provenance,
  StreamHash,
} from '../../../../domain/render/render-output.js';
import type {
  ChangedTool,
  ReplayedFile,
  StoredFileState,
  FrameDifferences,
  SampleDifferences,
} from '../../../../domain/render/replay-verdict.js';
import { EncoderError } from '../../ports/media-encoder.js';
import { type DecodedHashes, HASHED_SAMPLES } from '../../ports/media-engine.js';
import type { RenderContext } from '../context.js';

/** The recorded facts of a file, or those of the file that the replay made. */
export interface ComparedFile extends Pick<OutputFile, 'role' | 'format' | 'sha256'> {
  readonly streams?: ReadonlyArray<StreamHash>;
  readonly presentation?: Presentation;
}

/** The stored copy of a recorded file; it has a path if it is unchanged. */
export interface StoredFile {
  readonly state: StoredFileState;
  readonly path?: string;
}

/** Formats that are compared by their bytes: those of several files, and subtitles, which have no frames or samples. */
const NOT_DECODED: ReadonlySet<string> = new Set(['hls', 'pngSequence', 'srt', 'vtt']);

const hasSameStreams = ({ recorded, replayed }: Pair<ComparedFile>): boolean =>
  recorded.streams !== undefined &&
  recorded.streams.length > 0 &&
  sameJson(recorded.streams, replayed.streams);

/** Whether players show the same packets in the same way. Earlier releases did not record the presentation. */
const isShownAlike = ({ recorded, replayed }: Pair<ComparedFile>): boolean =>
  recorded.presentation === undefined || sameJson(recorded.presentation, replayed.presentation);

/** Compares the decoded frames and samples of both files; undefined if they can't be decoded. */
const decodedComparison = async (
  paths: Pair<string>,
  decoding: Decoding,
): Promise<Pick<ReplayedFile, 'comparison' | 'by' | 'frames' | 'samples'> | undefined> => {
  try {
    const differences = await decodedDifferences(paths, decoding);
    const { frames, samples } = differences;
    const isSame = (frames?.differing ?? 0) + (samples?.differing ?? 0) === 0;
    return { comparison: isSame ? 'identical' : 'different', by: 'decoded', ...differences };
  } catch (error) {
    decoding.signal.throwIfAborted();
    if (error instanceof EncoderError) return undefined;
    throw error;
  }
};

/**
 * Compares a recorded file with the one that the replay made, by the cheapest evidence that suffices: the bytes, the
 * packets, or the decoded frames and samples, which need the stored file.
 */
export const compareFile = async (
  files: Pair<ComparedFile>,
  stored: StoredFile,
  replayedPath: string,
  decoding: Decoding,
): Promise<ReplayedFile> => {
  const { recorded, replayed } = files;
  const { role, format } = recorded;
  const facts = { role, format, stored: stored.state };
  if (recorded.sha256 === replayed.sha256) return { ...facts, comparison: 'identical', by: 'file' };
  if (hasSameStreams(files))
    return isShownAlike(files)
      ? { ...facts, comparison: 'identical', by: 'streams' }
      : { ...facts, comparison: 'different', by: 'presentation' };
  if (NOT_DECODED.has(format)) return { ...facts, comparison: 'different', by: 'file' };
  if (stored.path === undefined) return { ...facts, comparison: 'unknown' };
  const decoded = await decodedComparison({ recorded: stored.path, replayed: replayedPath }, decoding);
  return { ...facts, ...(decoded ?? { comparison: 'different', by: 'file' }) };
};

type Facts = Omit<Provenance, 'stageSeconds' | 'sources'>;

/** The tools of a render by name: programs, fonts and encoder settings. */
const toolsByName = ({ renderer, ffmpeg, fonts, encoder }: Facts): ReadonlyMap<string, string> => {
  const all = new Map([
    ['renderer', renderer],
    ['ffmpeg', ffmpeg],
  ]);
  for (const { family, sha256 } of fonts) {
    const name = `font ${family}`;
    all.set(name, [...(all.get(name)?.split(' ') ?? []), sha256].toSorted().join(' '));
  }
  for (const kind of ['video', 'audio'] as const)
    for (const [option, value] of Object.entries(encoder?.[kind] ?? {}))
      all.set(`${kind} encoder: ${option}`, value);
  return all;
};

/** The programs, fonts and settings that differ from those of the recorded render, as a reason why frames may differ. */
export const changedTools = (recorded: Facts, replayed: Facts): ReadonlyArray<ChangedTool> => {
  // Earlier releases recorded no encoder settings, so there is nothing to compare.
  const { encoder, ...rest } = replayed;
  const before = toolsByName(recorded);
  const after = toolsByName(recorded.encoder && encoder ? { ...rest, encoder } : rest);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((what) => {
    const [then = 'none', now = 'none'] = [before.get(what), after.get(what)];
    return then === now ? [] : [{ what, recorded: then, replayed: now }];
  });
};

type Decoding = Pick<RenderContext, 'engine' | 'folder' | 'signal'>;

/** The recorded file and the one that the replay made. */
interface Pair<A> {
  readonly recorded: A;
  readonly replayed: A;
}

/** The most frame ranges in an event. */
const MAX_RANGES = 50;

/** The indices at which two lists differ, including indices present in only one list. */
const differingIn = ({ recorded, replayed }: Pair<ReadonlyArray<string>>): ReadonlyArray<number> =>
  Array.from({ length: Math.max(recorded.length, replayed.length) }, (_, index) => index).filter(
    (index) => recorded[index] !== replayed[index],
  );

const rangesOf = (frames: ReadonlyArray<number>): FrameDifferences['ranges'] =>
  joinedSpans(
    frames.map((frame) => ({ from: frame, to: frame })),
    1,
  ).slice(0, MAX_RANGES);

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

/** Compares the decoded frames and samples of two files. @throws EncoderError if one can't be decoded */
const decodedDifferences = async (
  paths: Pair<string>,
  { engine, folder, signal }: Decoding,
): Promise<{ readonly frames?: FrameDifferences; readonly samples?: SampleDifferences }> => {
  const hashesOf = async (path: string): Promise<DecodedHashes> => {
    const hashes = await engine.hashDecoded(path, { folder, signal })();
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
