import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { oneOf } from '../../domain/codec/scalars.js';
import { ReplayVerdict } from '../../domain/render/replay-verdict.js';
import type { ReplayRow } from '../ports/queries.js';
import type { Forecast } from '../renders/forecast.js';
import { asRecord, dateTime, ordinal, text } from './fields.js';
import { FORECAST_FIELDS, forecastFields } from './forecast-record.js';
import { failureText } from './render-record.js';

// A replay as clients see it: docs/verify/replay.md.

/** A replay as clients see it. */
export const ReplayRecord = about(
  'A repetition of a completed render that compares what comes out.',
  record(
    {
      renderId: text('The render.'),
      replay: ordinal('Counts the replays of the render, from 1.'),
      status: about(
        '`pending`: waiting for a worker. `processing`: a worker is processing it. `completed`: there is a verdict. `failed`: there is none.',
        oneOf('pending', 'processing', 'completed', 'failed'),
      ),
      createdAt: dateTime('When it was requested.'),
      updatedAt: dateTime('When its status last changed.'),
    },
    {
      verdict: ReplayVerdict,
      error: text('Why it failed; absent unless it failed.'),
      finishedAt: dateTime('When it was completed or failed.'),
      ...FORECAST_FIELDS,
    },
  ),
  { title: 'Replay' },
);
export type ReplayRecord = t.TypeOf<typeof ReplayRecord>;

/** A replay as clients see it. */
export const replayRecord = (row: ReplayRow, forecast: Forecast = {}): ReplayRecord =>
  asRecord(ReplayRecord, {
    ...row,
    error: row.failure && failureText(row.failure),
    ...forecastFields(forecast),
  });
