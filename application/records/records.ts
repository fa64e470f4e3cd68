import type { Clip } from '../../domain/composition/clip.js';
import type {
  Additional,
  Composition,
  Metadata,
  RenderOption,
} from '../../domain/composition/composition.js';
import type { RenderId, VideoId } from '../../domain/ids.js';
import type { RenderFailure } from '../../domain/render/events.js';
import type { RenderStatus } from '../../domain/render/render.js';
import type { RenderRow, VideoRow } from '../ports/queries.js';

// The records clients see, alike in HTTP answers and webhook bodies: docs/video-api.md, "Resources and their fields".

export interface VideoRecord {
  readonly _id: VideoId;
  /** Version of the video format, not of the video. */
  readonly version: string;
  readonly metadata: Metadata & { readonly redirectUrl?: string };
  readonly clips: ReadonlyArray<Clip>;
  readonly renderOptionsInUI: ReadonlyArray<RenderOption>;
  readonly additional?: Additional;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a video record tells of: versions and states of videos are this. */
export interface RecordedVideo {
  readonly videoId: VideoId;
  readonly composition: Composition;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * A video as clients see it.
 * @param redirectUrl the editor link, known only when the video was just created or its link was just replaced
 */
export const videoRecord = (video: RecordedVideo, redirectUrl?: string): VideoRecord => {
  const { version, metadata, clips, renderOptionsInUI, additional } = video.composition;
  return {
    _id: video.videoId,
    version,
    metadata: redirectUrl === undefined ? metadata : { ...metadata, redirectUrl },
    clips,
    renderOptionsInUI,
    ...(additional === undefined ? {} : { additional }),
    createdAt: video.createdAt,
    updatedAt: video.updatedAt,
  };
};

/** The JSON of {@link videoRecord} from a row whose composition is JSON text already: its fields stand between the row's. */
export const videoRecordJson = ({ videoId, compositionJson, createdAt, updatedAt }: VideoRow): string =>
  `{"_id":"${videoId}",${compositionJson.trim().slice(1, -1)},"createdAt":"${createdAt}","updatedAt":"${updatedAt}"}`;

/** `progress` from 0 to 1; `outputUrl` once completed, `error` once failed. Times are ISO 8601. */
export interface RenderRecord {
  readonly _id: RenderId;
  readonly status: RenderStatus;
  readonly progress: number;
  readonly attempt: number;
  readonly outputUrl?: string;
  readonly error?: string;
  readonly videoId: VideoId;
  readonly videoVersion: number;
  readonly videoData: VideoRecord;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

/** The video a render was made from, with the words that were transcribed into its clips. */
export const renderedVideo = ({ video, captionedClips }: RenderRow): VideoRecord =>
  videoRecord(
    captionedClips ? { ...video, composition: { ...video.composition, clips: captionedClips } } : video,
  );

/** Where a finished file is fetched. `publicBaseUrl` has no trailing slash. */
export const outputUrl = (publicBaseUrl: string, key: string): string => `${publicBaseUrl}/outputs/${key}`;

/** The error text of a failed render: the clip at fault, what happened, then stage, host, status, and if a retry could help. */
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

/** A render as clients see it. */
export const renderRecord = (render: RenderRow, publicBaseUrl: string): RenderRecord => ({
  _id: render.renderId,
  status: render.status,
  progress: render.progress,
  attempt: render.attempt,
  ...(render.output ? { outputUrl: outputUrl(publicBaseUrl, render.output.key) } : {}),
  ...(render.failure ? { error: failureText(render.failure) } : {}),
  videoId: render.video.videoId,
  videoVersion: render.video.version,
  videoData: renderedVideo(render),
  createdAt: render.createdAt,
  updatedAt: render.updatedAt,
  ...(render.startedAt === undefined ? {} : { startedAt: render.startedAt }),
  ...(render.finishedAt === undefined ? {} : { finishedAt: render.finishedAt }),
});
