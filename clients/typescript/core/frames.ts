import { bodyOf, type CallOptions, type Connection } from './connection.js';
import type { VideoInput } from './types.js';

export interface FrameOptions extends CallOptions {
  /** The time of the frame, in ms. Default: 0. */
  readonly at?: number;
  /** Scales the picture down to this width, in px. */
  readonly width?: number;
  /** Default: PNG, which has exactly the pixels of the render before encoding. */
  readonly type?: 'image/png' | 'image/jpeg' | 'image/webp';
}

export interface VersionFrameOptions extends FrameOptions {
  /** The version of the video. Default: the current one. */
  readonly version?: number;
}

const asked = ({ at, width, type = 'image/png', ...options }: FrameOptions) => ({
  query: { ...(at === undefined ? {} : { t: at }), ...(width === undefined ? {} : { width }) },
  init: { headers: { accept: type }, parseAs: 'blob' as const, ...options },
});

/** Single pictures of videos, drawn with the code that renders. */
export const framesOf = (connection: Connection) => ({
  /** A frame of a stored video. */
  get: (videoId: string, { version, ...options }: VersionFrameOptions = {}): Promise<Blob> => {
    const { query, init } = asked(options);
    return bodyOf<Blob>(
      connection.GET('/v1/videos/{id}/frame', {
        params: { path: { id: videoId }, query: { ...query, ...(version === undefined ? {} : { version }) } },
        ...init,
      }),
    );
  },

  /** A frame of a project that is not stored. */
  draw: (project: VideoInput, options: FrameOptions = {}): Promise<Blob> => {
    const { query, init } = asked(options);
    return bodyOf<Blob>(connection.POST('/v1/frames', { params: { query }, body: project, ...init }));
  },
});
