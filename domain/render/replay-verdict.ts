import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { count, shown, stored } from '../codec/stored.js';

// The verdict of a replay, as events record it and clients see it. Stored forever: only additive changes.

const text = (description: string) => shown(description, t.string);
const sha256 = (content: string) => text(`SHA-256 of ${content}, hex.`);
const samples = (description: string) => shown(description, t.number, { type: 'integer', minimum: 0 });

/** How the decoded frames of two videos differ, by their hashes. */
export const FrameDifferences = shown(
  'The decoded frames. Absent if they were not compared, or there are none.',
  stored({
    recorded: shown('Number of frames of the recorded file.', count),
    replayed: shown('Number of frames of the replay.', count),
    differing: shown('Number of frames that differ, those included that only one file has.', count),
    ranges: shown(
      'The first of them, joined to at most 50 ranges.',
      t.readonlyArray(
        stored({
          from: shown('First frame of the range, counted from 0.', count),
          to: shown('Last frame of the range.', count),
        }),
      ),
    ),
  }),
  { title: 'FrameDifferences' },
);
export type FrameDifferences = t.TypeOf<typeof FrameDifferences>;

/** How the decoded samples of two sounds differ, by hashes of blocks of 1024 samples of each channel. */
export const SampleDifferences = shown(
  'The decoded samples, all channels counted. Absent if they were not compared, or there are none.',
  stored(
    {
      recorded: samples('Number of samples of the recorded file.'),
      replayed: samples('Number of samples of the replay.'),
      differing: samples(
        'Number of samples in the blocks of 1024 that differ, those included that only one file has.',
      ),
    },
    { firstMs: samples('When the first of them plays, in ms; absent if none differs.') },
  ),
  { title: 'SampleDifferences' },
);
export type SampleDifferences = t.TypeOf<typeof SampleDifferences>;

/** Whether the storage still has a file as it was recorded. */
export const StoredFileState = oneOf('kept', 'gone', 'changed');
export type StoredFileState = t.TypeOf<typeof StoredFileState>;

export const ReplayedFile = shown(
  'A file of the render, compared with the one that the replay made.',
  stored(
    {
      role: text('What the file is, such as `output` or `poster`.'),
      format: text('Its format.'),
      stored: shown('Whether the storage still has the file as it was recorded.', StoredFileState),
      comparison: shown(
        'Whether the replay made the recorded file; `unknown` if nothing is left to compare with.',
        oneOf('identical', 'different', 'unknown'),
      ),
    },
    {
      by: shown(
        'What was compared: the SHA-256 of the `file`, those of its `streams`, what players use besides (`presentation`, if only that differs), or its `decoded` frames and samples, without their times. Absent if nothing was.',
        oneOf('file', 'streams', 'presentation', 'decoded'),
      ),
      frames: FrameDifferences,
      samples: SampleDifferences,
    },
  ),
  { title: 'ReplayedFile' },
);
export type ReplayedFile = t.TypeOf<typeof ReplayedFile>;

/** A source that the replay could not use. */
export const LostSource = stored(
  {
    url: text('Where it was fetched from, without user, password and query.'),
    sha256: sha256('the source that was rendered'),
    problem: shown(
      '`gone`: it could not be fetched; `message` says why. `changed`: its address has other content.',
      oneOf('gone', 'changed'),
    ),
  },
  { found: sha256('what its address has now'), message: text('Why it could not be fetched.') },
);
export type LostSource = t.TypeOf<typeof LostSource>;

/** A program or font that is not the one of the render. */
export const ChangedTool = stored({
  what: text('What changed, such as `ffmpeg`.'),
  recorded: text('What the render used.'),
  replayed: text('What the replay used.'),
});
export type ChangedTool = t.TypeOf<typeof ChangedTool>;

export const ReplayResult = oneOf(
  'identical',
  'different',
  'output-changed',
  'output-gone',
  'source-unavailable',
);
export type ReplayResult = t.TypeOf<typeof ReplayResult>;

export const ReplayVerdict = shown(
  'What the replay found. Absent until completed.',
  stored(
    {
      result: shown(
        '`identical`: the same frames and samples. `different`: some differ. `output-changed`: the stored file is not the recorded one. `output-gone`: the storage no longer has the file, and its streams do not tell. `source-unavailable`: a source could not be fetched or has other content, and no copy was kept.',
        ReplayResult,
      ),
    },
    {
      files: shown('The files of the render. Absent without its sources.', t.readonlyArray(ReplayedFile)),
      sources: shown('The sources that are not available. Absent if all are.', t.readonlyArray(LostSource)),
      tools: shown(
        'Programs, fonts and settings that are not those of the render. Absent if all are the same.',
        t.readonlyArray(ChangedTool),
      ),
    },
  ),
  { title: 'ReplayVerdict' },
);
export type ReplayVerdict = t.TypeOf<typeof ReplayVerdict>;

/**
 * The verdict on all files. A replaced stored file takes precedence, then a difference, then a file that is gone and could
 * not be compared.
 */
export const verdictOf = (
  files: ReadonlyArray<ReplayedFile>,
  tools: ReadonlyArray<ChangedTool>,
): ReplayVerdict => {
  const result = files.some((file) => file.stored === 'changed')
    ? 'output-changed'
    : files.some(({ comparison }) => comparison === 'different')
      ? 'different'
      : files.some(({ comparison }) => comparison === 'unknown')
        ? 'output-gone'
        : 'identical';
  return { result, files, ...(tools.length > 0 ? { tools } : {}) };
};
