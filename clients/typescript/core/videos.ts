import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  creating,
  reading,
  recordOf,
} from './connection.js';
import { itemsOf, type Page, pagesOf } from './pages.js';
import type { Video, VideoFilter, VideoInput, VideoPatch } from './types.js';

/** A video and its ETag, which names its version. */
export interface VersionedVideo {
  readonly video: Video;
  readonly etag: string;
}

export interface UpdateOptions extends CallOptions {
  /** Refuse the change with a 412 if the video no longer has this ETag. */
  readonly ifMatch?: string;
}

const PATH = '/v1/videos/{id}';

export const videosOf = (connection: Connection) => {
  const pages = (filter: VideoFilter = {}, options: CallOptions = {}): AsyncGenerator<Page<Video>, void> =>
    pagesOf(filter, (query) =>
      bodyOf(connection.GET('/v1/videos', { params: { query }, ...reading(options) })),
    );

  return {
    /** Stores a video. `metadata.redirectUrl` of the result is its editor link, which is shown only once. */
    create: (video: VideoInput, options: CreateOptions = {}): Promise<Video> =>
      recordOf(connection.POST('/v1/videos', { body: video, ...creating(options) })),

    get: (id: string, options: CallOptions = {}): Promise<Video> =>
      recordOf(connection.GET(PATH, { params: { path: { id } }, ...reading(options) })),

    /** The video and its ETag, for {@link UpdateOptions.ifMatch}. */
    getVersioned: async (id: string, options: CallOptions = {}): Promise<VersionedVideo> => {
      const outcome = connection.GET(PATH, { params: { path: { id } }, ...reading(options) });
      const video = await recordOf(outcome);
      return { video, etag: (await outcome).response.headers.get('etag') ?? '' };
    },

    /** Changes the fields that are given: `metadata` and `additional` are merged, `clips` replaces the list. */
    update: (id: string, patch: VideoPatch, { ifMatch, ...options }: UpdateOptions = {}): Promise<Video> =>
      recordOf(
        connection.PATCH(PATH, {
          params: { path: { id } },
          body: patch,
          ...reading(options),
          ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
        }),
      ),

    /** All videos, newest first. */
    list: (filter?: VideoFilter, options?: CallOptions): AsyncGenerator<Video, void> =>
      itemsOf(pages(filter, options)),

    /** All pages of the list, each with the total. */
    pages,
  };
};
