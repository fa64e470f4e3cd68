import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { ProgressStage } from '../../domain/render/progress.js';
import type { RenderRow } from '../ports/queries.js';
import type { RenderGlance } from '../ports/render-outlooks.js';
import type { Forecast } from '../renders/forecast.js';
import { amount, asRecord, countField, fractionField, text, uri } from './fields.js';
import { FORECAST_FIELDS, forecastFields } from './forecast-record.js';
import { outputUrl } from './output-record.js';
import { failureText, RenderStatusRecord } from './render-record.js';

/** The data of an event of `GET /v1/renders/{id}/events`. */
export const RenderProgressRecord = about(
  'The progress of a render: what is not known, or does not apply, is absent.',
  record(
    {
      status: RenderStatusRecord,
      attempt: countField('The number of attempts so far.'),
      progress: fractionField('Progress, from 0 to 1.'),
    },
    {
      stage: about(
        'What the worker does: `download` sources, `transcribe` speech, `compose` pictures, `encode` frames, `finish` the files, `store` them.',
        ProgressStage,
      ),
      frames: countField('How many frames are encoded.'),
      totalFrames: countField('How many frames the video has.'),
      fps: amount('Frames encoded per second, over the last seconds.'),
      remainingSeconds: amount(
        'How long it will probably take to the end, in seconds: the middle of `estimatedEnd`.',
      ),
      ...FORECAST_FIELDS,
      outputUrl: uri('URL of the first output, once the render is completed.'),
      error: text('Why it failed.'),
    },
  ),
  { title: 'RenderProgress' },
);
export type RenderProgressRecord = t.TypeOf<typeof RenderProgressRecord>;

const remainingSeconds = ({ end }: Forecast, now: Date): number | undefined => {
  if (!end) return undefined;
  const middle = (Date.parse(end.earliest) + Date.parse(end.latest)) / 2;
  return Math.max(0, Math.round((middle - now.getTime()) / 100) / 10);
};

/** The progress of an unfinished render as clients see it. */
export const renderProgressRecord = (
  glance: RenderGlance,
  forecast: Forecast,
  now: Date,
): RenderProgressRecord => {
  return asRecord(RenderProgressRecord, {
    ...glance,
    progress: glance.fraction,
    ...forecastFields(forecast),
    remainingSeconds: remainingSeconds(forecast, now),
  });
};

/** The outcome of a finished render as clients see it. */
export const renderOutcomeRecord = (render: RenderRow, publicBaseUrl: string): RenderProgressRecord => {
  const { status, attempt, progress, output, failure } = render;
  return asRecord(RenderProgressRecord, {
    status,
    attempt,
    progress,
    outputUrl: output && outputUrl(publicBaseUrl, output.key),
    error: failure && failureText(failure),
  });
};
