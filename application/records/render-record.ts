import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import type { RenderId } from '../../domain/ids.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';
import { StoredResolution } from '../../domain/render/render-output.js';
import { RenderStatus } from '../../domain/render/state.js';
import { outputsExpireAt } from '../outputs/retention.js';
import type { RenderRow } from '../ports/queries.js';
import type { Forecast } from '../renders/forecast.js';
import { asRecord, countField, dateTime, ordinal, fractionField, text, uri } from './fields.js';
import { FORECAST_FIELDS, forecastFields } from './forecast-record.js';
import { OutputRecord, outputRecords, outputUrl } from './output-record.js';
import { VideoRecord, videoRecord } from './video-record.js';

// A render as clients see it: docs/fields.md.

export const RenderStatusRecord = about(
  '`pending`: waiting for a worker. `processing`: a worker is rendering it. `completed`, `failed` and `cancelled` are final.',
  RenderStatus,
  { title: 'RenderStatus' },
);

/** A render as clients see it. */
export const RenderRecord = about(
  'A job that turns one version of a video into a file.',
  record(
    {
      _id: text('Opaque identifier of the render.'),
      status: RenderStatusRecord,
      progress: fractionField('Progress, from 0 to 1.'),
      attempt: countField(
        'The number of attempts: 0 while pending, more than 1 if attempts ended without a result.',
      ),
      videoId: text('The video that is rendered.'),
      videoVersion: ordinal(
        'The version of the video that is rendered: 1 after creation, incremented by each change.',
      ),
      videoData: VideoRecord,
      createdAt: dateTime('When it was requested.'),
      updatedAt: dateTime('When its status last changed.'),
    },
    {
      outputUrl: uri(
        'URL of the first output; absent until completed. It needs no API key, supports byte ranges, and cannot be guessed.',
      ),
      outputs: about(
        'All files that the render wrote, in the order of the request, each followed by its poster, thumbnail and further files. Absent until completed.',
        array(OutputRecord),
      ),
      outputsExpireAt: dateTime(
        'About when the outputs are deleted (`RETENTION_DAYS`); their URLs respond with 410 from then on, and everything else stays as it is. Absent until completed, and if outputs are kept.',
      ),
      receiptUrl: uri('URL of the signed receipt (`GET /v1/renders/{id}/receipt`); absent until completed.'),
      resolved: StoredResolution,
      reusedFrames: ordinal(
        'How many frames were taken from earlier renders instead of being encoded again; absent if none.',
      ),
      copiedFrames: ordinal(
        'How many frames of the first output were copied from a source, unchanged, instead of being encoded; absent if none.',
      ),
      reusedFrom: text(
        'The render whose file this is, because the composition, its sources and all settings were the same; absent if the file was made for this render.',
      ),
      batchId: text('The batch that it belongs to; absent if it was requested by itself.'),
      batchRow: countField('Its row in the batch, from 0.'),
      error: text('Why it failed; absent unless it failed.'),
      errorPath: text(
        'The part of the video that made it fail, such as `clips[3]`, with which `error` begins; absent if it is none.',
      ),
      ...FORECAST_FIELDS,
      startedAt: dateTime('When a worker started it.'),
      finishedAt: dateTime('When it was completed, failed or cancelled.'),
    },
  ),
  { title: 'Render' },
);
export type RenderRecord = t.TypeOf<typeof RenderRecord>;

/** The video of a render, with the words that were transcribed into its clips. */
export const renderedVideo = ({ video, captionedClips }: RenderRow): VideoRecord =>
  videoRecord(
    captionedClips ? { ...video, composition: { ...video.composition, clips: captionedClips } } : video,
  );

/** The URL of the receipt of a completed render. `publicBaseUrl` has no trailing slash. */
export const receiptUrl = (publicBaseUrl: string, renderId: RenderId): string =>
  `${publicBaseUrl}/v1/renders/${renderId}/receipt`;

/**
 * The error text of a failed render: the culprit clip, the message, then stage, host, HTTP status, and whether a retry could
 * help.
 */
export const failureText = (failure: RenderFailure): string => {
  const { clip, message, stage, host, httpStatus, retryable } = failure;
  const facts = [
    `stage: ${stage}`,
    ...(host === undefined ? [] : [`host: ${host}`]),
    ...(httpStatus === undefined ? [] : [`HTTP status: ${httpStatus}`]),
    retryable ? 'a retry could help' : 'a retry would not help',
  ];
  return `${clip === undefined ? '' : `${clip}: `}${message} (${facts.join(', ')})`;
};

/** The settings on which the output fields of records depend. */
export interface OutputSettings {
  /** Base address of the service, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** Number of days after which outputs are deleted; 0 keeps them. */
  readonly retentionDays: number;
}

/** A render as clients see it. */
export const renderRecord = (
  render: RenderRow,
  { publicBaseUrl, retentionDays }: OutputSettings,
  forecast: Forecast = {},
): RenderRecord => {
  const { renderId, output, failure, batch, video } = render;
  return asRecord(RenderRecord, {
    _id: renderId,
    ...render,
    outputUrl: output && outputUrl(publicBaseUrl, output.key),
    outputs: output && outputRecords(publicBaseUrl, output),
    outputsExpireAt: outputsExpireAt(render, retentionDays),
    receiptUrl: output && receiptUrl(publicBaseUrl, renderId),
    resolved: output?.resolved,
    reusedFrames: output?.reusedFrames,
    copiedFrames: output?.copiedFrames,
    reusedFrom: output?.reusedFrom,
    error: failure && failureText(failure),
    errorPath: failure?.clip,
    ...forecastFields(forecast),
    batchId: batch?.batchId,
    batchRow: batch?.row,
    videoId: video.videoId,
    videoVersion: video.version,
    videoData: renderedVideo(render),
  });
};
