import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  creating,
  ofId,
  type Outcome,
  recordOf,
} from './connection.js';
import { itemsOf, type Page, pagesOf } from './pages.js';
import type {
  Check,
  CheckOptions,
  Video,
  VideoFilter,
  VideoInput,
  VideoLink,
  VideoLinkInput,
  VideoPatch,
} from './types.js';

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

/** Parameters that the description leaves out. */
const DRY_RUN: object = { query: { dryRun: true } };

/** The video in a response, and its ETag. */
const versioned = async (outcome: Promise<Outcome<{ data: Video }>>): Promise<VersionedVideo> => {
  const video = await recordOf(outcome);
  return { video, etag: (await outcome).response.headers.get('etag') ?? '' };
};

export const videosOf = (connection: Connection) => {
  const pages = (filter: VideoFilter = {}, options: CallOptions = {}): AsyncGenerator<Page<Video>, void> =>
    pagesOf(filter, (query) => bodyOf(connection.GET('/v1/videos', { params: { query }, ...options })));

  const updateVersioned = (
    id: string,
    patch: VideoPatch,
    { ifMatch, ...options }: UpdateOptions = {},
  ): Promise<VersionedVideo> =>
    versioned(
      connection.PATCH(PATH, {
        ...ofId(id),
        body: patch,
        ...options,
        ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
      }),
    );

  const createVersioned = (video: VideoInput, options: CreateOptions = {}): Promise<VersionedVideo> =>
    versioned(connection.POST('/v1/videos', { body: video, ...creating(options) }));

  return {
    /** Stores a video. `metadata.redirectUrl` of the result is its editor link, which is shown only once. */
    create: async (video: VideoInput, options: CreateOptions = {}): Promise<Video> =>
      (await createVersioned(video, options)).video,

    /** The same, with the ETag of its first version. */
    createVersioned,

    /** The project with all defaults, as the service would store it. Stores nothing. */
    normalized: async (video: VideoInput, options: CallOptions = {}): Promise<VideoInput> =>
      (await recordOf(
        connection.POST('/v1/videos', { params: DRY_RUN, body: video, ...options }),
      )) as VideoInput,

    get: (id: string, options: CallOptions = {}): Promise<Video> =>
      recordOf(connection.GET(PATH, { ...ofId(id), ...options })),

    /** Finds what is wrong with the current version, without rendering it. Stores nothing. */
    check: (id: string, check: CheckOptions = {}, options: CallOptions = {}): Promise<Check> =>
      recordOf(connection.POST('/v1/videos/{id}/check', { ...ofId(id), body: check, ...options })),

    /** The video and its ETag, for {@link UpdateOptions.ifMatch}. */
    getVersioned: (id: string, options: CallOptions = {}): Promise<VersionedVideo> =>
      versioned(connection.GET(PATH, { ...ofId(id), ...options })),

    /** Changes the fields that are given: `metadata` and `additional` are merged, `clips` replaces the list. */
    update: async (id: string, patch: VideoPatch, options: UpdateOptions = {}): Promise<Video> =>
      (await updateVersioned(id, patch, options)).video,

    /** The same, with the ETag of the version that the change made. */
    updateVersioned,

    /** A link to the video in the editor: for viewing only, unless `access` is `edit`. It is shown only once. */
    createLink: (id: string, link: VideoLinkInput = {}, options: CallOptions = {}): Promise<VideoLink> =>
      recordOf(connection.POST('/v1/videos/{id}/links', { ...ofId(id), body: link, ...options })),

    /** All videos, newest first. */
    list: (filter?: VideoFilter, options?: CallOptions): AsyncGenerator<Video, void> =>
      itemsOf(pages(filter, options)),

    /** All pages of the list, each with the total. */
    pages,
  };
};
