import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { count, stored } from '../codec/stored.js';

// What the replay of a render found. These shapes are stored forever: only additive changes.

/** Frames, from the first to the last of a range, counted from 0. */
const FrameRange = stored({ from: count, to: count });

/**
 * How the decoded frames of two videos differ, by their hashes. A frame that only one of them has counts as different.
 */
export const FrameDifferences = stored({
  recorded: count,
  replayed: count,
  differing: count,
  /** The first of them, joined to ranges. */
  ranges: t.readonlyArray(FrameRange),
});
export type FrameDifferences = t.TypeOf<typeof FrameDifferences>;

/**
 * How the decoded samples of two sounds differ, all channels counted, by hashes of blocks of 1024 of each channel: all
 * samples of a block that differs count. A sample that only one of them has counts as different.
 */
export const SampleDifferences = stored(
  { recorded: t.number, replayed: t.number, differing: t.number },
  /** When the first of them plays, in ms. Absent: none differs. */
  { firstMs: t.number },
);
export type SampleDifferences = t.TypeOf<typeof SampleDifferences>;

/** Whether the storage still has a file as it was recorded. */
export const StoredFileState = oneOf('kept', 'gone', 'changed');
export type StoredFileState = t.TypeOf<typeof StoredFileState>;

/**
 * One file of the render, compared with what the replay made. `by` is the evidence: the SHA-256 of the `file`, of its
 * `streams`, what players use besides (`presentation`), or its `decoded` frames and samples. `unknown`: there was nothing left to compare with.
 */
export const ReplayedFile = stored(
  {
    role: t.string,
    format: t.string,
    stored: StoredFileState,
    comparison: oneOf('identical', 'different', 'unknown'),
  },
  {
    by: oneOf('file', 'streams', 'presentation', 'decoded'),
    frames: FrameDifferences,
    samples: SampleDifferences,
  },
);
export type ReplayedFile = t.TypeOf<typeof ReplayedFile>;

/** A source that could not be used again: it could not be fetched (`gone`), or has other content now (`changed`). */
export const LostSource = stored(
  {
    /** Without user, password and query. */
    url: t.string,
    sha256: t.string,
    problem: oneOf('gone', 'changed'),
  },
  {
    /** The SHA-256 of what the address has now. */
    found: t.string,
    /** Why it could not be fetched. */
    message: t.string,
  },
);
export type LostSource = t.TypeOf<typeof LostSource>;

/** A program or font that is not the one of the render. */
export const ChangedTool = stored({ what: t.string, recorded: t.string, replayed: t.string });
export type ChangedTool = t.TypeOf<typeof ChangedTool>;

export const ReplayResult = oneOf(
  'identical',
  'different',
  'output-changed',
  'output-gone',
  'source-unavailable',
);
export type ReplayResult = t.TypeOf<typeof ReplayResult>;

/** What a replay found. Without `files` if the sources are not available. */
export const ReplayVerdict = stored(
  { result: ReplayResult },
  {
    files: t.readonlyArray(ReplayedFile),
    sources: t.readonlyArray(LostSource),
    /** Absent: the same programs and fonts. */
    tools: t.readonlyArray(ChangedTool),
  },
);
export type ReplayVerdict = t.TypeOf<typeof ReplayVerdict>;

/**
 * The verdict on all files: a stored file that was replaced weighs most, then a difference, then a file that is gone
 * and could not be compared.
 */
export const verdictOf = (
  files: ReadonlyArray<ReplayedFile>,
  tools: ReadonlyArray<ChangedTool>,
): ReplayVerdict => {
  const some = (is: (file: ReplayedFile) => boolean) => files.some(is);
  const result = some((file) => file.stored === 'changed')
    ? 'output-changed'
    : some(({ comparison }) => comparison === 'different')
      ? 'different'
      : some(({ comparison }) => comparison === 'unknown')
        ? 'output-gone'
        : 'identical';
  return { result, files, ...(tools.length > 0 ? { tools } : {}) };
};
