import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { number, oneOf } from '../../domain/codec/scalars.js';
import {
  LostSource,
  ReplayedFile,
  ReplayResult,
  StoredFileState,
} from '../../domain/render/replay-verdict.js';
import type { ReplayRow } from '../ports/queries.js';
import type { Forecast } from '../renders/forecast.js';
import { countField, dateTime, text } from './fields.js';
import { FORECAST_FIELDS, forecastFields } from './forecast-record.js';
import { failureText } from './render-record.js';

// A replay as clients see it: docs/audit.md, "Replaying a render".

const sha256 = (what: string) => text(`SHA-256 of ${what}, hex.`);

const FrameDifferencesRecord = about(
  'The decoded frames. Absent if they were not compared, or there are none.',
  record({
    recorded: countField('Number of frames of the recorded file.'),
    replayed: countField('Number of frames of the replay.'),
    differing: countField('Number of frames that differ, those included that only one file has.'),
    ranges: about(
      'The first of them, joined to at most 50 ranges.',
      array(
        record({
          from: countField('First frame of the range, counted from 0.'),
          to: countField('Last frame of the range.'),
        }),
      ),
    ),
  }),
  { title: 'FrameDifferences' },
);

const SampleDifferencesRecord = about(
  'The decoded samples, all channels counted. Absent if they were not compared, or there are none.',
  record(
    {
      recorded: countField('Number of samples of the recorded file.'),
      replayed: countField('Number of samples of the replay.'),
      differing: countField(
        'Number of samples in the blocks of 1024 that differ, those included that only one file has.',
      ),
    },
    { firstMs: countField('When the first of them plays, in ms; absent if none differs.') },
  ),
  { title: 'SampleDifferences' },
);

const ReplayedFileRecord = about(
  'A file of the render, compared with the one that the replay made.',
  record(
    {
      role: text('What the file is, such as `output` or `poster`.'),
      format: text('Its format.'),
      stored: about('Whether the storage still has the file as it was recorded.', StoredFileState),
      comparison: about(
        'Whether the replay made the recorded file; `unknown` if nothing is left to compare with.',
        ReplayedFile.required.comparison,
      ),
    },
    {
      by: about(
        'What was compared: the SHA-256 of the `file`, those of its `streams`, what players use besides (`presentation`, if only that differs), or its `decoded` frames and samples, without their times. Absent if nothing was.',
        ReplayedFile.optional.by,
      ),
      frames: FrameDifferencesRecord,
      samples: SampleDifferencesRecord,
    },
  ),
  { title: 'ReplayedFile' },
);

const VerdictRecord = about(
  'What the replay found. Absent until completed.',
  record(
    {
      result: about(
        '`identical`: the same frames and samples. `different`: some differ. `output-changed`: the stored file is not the recorded one. `output-gone`: the storage no longer has the file, and its streams do not tell. `source-unavailable`: a source could not be fetched or has other content, and no copy was kept.',
        ReplayResult,
      ),
    },
    {
      files: about('The files of the render. Absent without its sources.', array(ReplayedFileRecord)),
      sources: about(
        'The sources that are not available. Absent if all are.',
        array(
          record(
            {
              url: text('Where it was fetched from, without user, password and query.'),
              sha256: sha256('the source that was rendered'),
              problem: about(
                '`gone`: it could not be fetched; `message` says why. `changed`: its address has other content.',
                LostSource.required.problem,
              ),
            },
            {
              found: sha256('what its address has now'),
              message: text('Why it could not be fetched.'),
            },
          ),
        ),
      ),
      tools: about(
        'Programs, fonts and settings that are not those of the render. Absent if all are the same.',
        array(
          record({
            what: text('What changed, such as `ffmpeg`.'),
            recorded: text('What the render used.'),
            replayed: text('What the replay used.'),
          }),
        ),
      ),
    },
  ),
  { title: 'ReplayVerdict' },
);

/** A replay as clients see it. */
export const ReplayRecord = about(
  'A repetition of a completed render that compares what comes out.',
  record(
    {
      renderId: text('The render.'),
      replay: about('Counts the replays of the render, from 1.', number({ minimum: 1, integer: true })),
      status: about(
        '`pending`: waiting for a worker. `processing`: a worker is processing it. `completed`: there is a verdict. `failed`: there is none.',
        oneOf('pending', 'processing', 'completed', 'failed'),
      ),
      createdAt: dateTime('When it was requested.'),
      updatedAt: dateTime('When its status last changed.'),
    },
    {
      verdict: VerdictRecord,
      error: text('Why it failed; absent unless it failed.'),
      finishedAt: dateTime('When it was completed or failed.'),
      ...FORECAST_FIELDS,
    },
  ),
  { title: 'Replay' },
);
export type ReplayRecord = t.TypeOf<typeof ReplayRecord>;

/** A replay as clients see it. */
export const replayRecord = (row: ReplayRow, expected: Forecast = {}): ReplayRecord => ({
  renderId: row.renderId,
  replay: row.replay,
  status: row.status,
  ...(row.verdict ? { verdict: row.verdict } : {}),
  ...(row.failure ? { error: failureText(row.failure) } : {}),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  ...(row.finishedAt === undefined ? {} : { finishedAt: row.finishedAt }),
  ...forecastFields(expected),
});
