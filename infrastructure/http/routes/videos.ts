import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createVideo } from '../../../application/create-video.js';
import { patchVideo } from '../../../application/patch-video.js';
import { videoRecord } from '../../../application/wire/records.js';
import { record } from '../../../domain/codec/containers.js';
import { string } from '../../../domain/codec/scalars.js';
import { CreateVideoBody, PatchVideoBody } from '../../../domain/composition/requests.js';
import { LIMITS } from '../../../domain/composition/limits.js';
import { editorUrl } from '../editor-url.js';
import { etag, versionsOf } from '../etag.js';
import { type Answer, operation } from '../operation.js';
import { videoIdFrom, videoOfCaller } from '../owned.js';
import { paging, pageRequest, pagination, instant } from '../query-codecs.js';

const data = (status: 200 | 201, content: unknown, version: number, headers = {}): Answer => ({
  status,
  json: JSON.stringify({ data: content }),
  headers: { ETag: etag(version), 'Cache-Control': 'private, no-cache', ...headers },
});

/** `POST /v1/videos` */
export const createVideoOperation = operation({
  method: 'POST',
  path: '/v1/videos',
  access: 'api-key-or-bearer',
  id: 'createVideo',
  tag: 'Videos',
  summary: 'Create a video',
  description: 'Stores a new video project.',
  body: CreateVideoBody,
  answers: { success: 201, problems: [400] },
  handle:
    (services) =>
    ({ caller, body, context }) =>
      pipe(
        createVideo(services)(caller.ownerId, body, context),
        TE.map(({ video, editorToken }) => {
          const record = videoRecord(video, editorUrl(services.publicBaseUrl, video.videoId, editorToken));
          return data(201, record, video.version, { Location: `/v1/videos/${video.videoId}` });
        }),
      ),
});

/** `GET /v1/videos/{id}` */
export const getVideoOperation = operation({
  method: 'GET',
  path: '/v1/videos/{id}',
  access: 'api-key-or-editor',
  id: 'getVideo',
  tag: 'Videos',
  summary: 'Get a video',
  description: 'Answers the current version of a video.',
  answers: { success: 200, problems: [403, 404] },
  handle:
    ({ queries }) =>
    ({ caller, params }) =>
      pipe(
        videoOfCaller(queries, caller, params['id']),
        TE.map((video) => data(200, videoRecord(video), video.version)),
      ),
});

/** `PATCH /v1/videos/{id}` */
export const patchVideoOperation = operation({
  method: 'PATCH',
  path: '/v1/videos/{id}',
  access: 'api-key-or-editor',
  id: 'updateVideo',
  tag: 'Videos',
  summary: 'Update a video',
  description: 'Stores a new version of a video.',
  body: PatchVideoBody,
  answers: { success: 200, problems: [400, 403, 404, 409, 412] },
  handle:
    (services) =>
    ({ caller, params, body, header, context }) =>
      pipe(
        TE.Do,
        TE.bindW('videoId', () => TE.fromEither(videoIdFrom(params['id']))),
        TE.bindW('ifVersion', () => TE.fromEither(versionsOf(header('if-match')))),
        TE.flatMap(({ videoId, ifVersion }) => {
          const condition = ifVersion === undefined ? {} : { ifVersion };
          return patchVideo(services)({ videoId, ownerId: caller.ownerId, body, ...condition }, context);
        }),
        TE.map((video) => data(200, videoRecord(video), video.version)),
      ),
});

/** Query of `GET /v1/videos`. */
const VideoListQuery = record(
  paging.required,
  {
    ...paging.optional,
    name: string({ minLength: 1, maxLength: LIMITS.nameLength }),
    createdAfter: instant,
    createdBefore: instant,
  },
  paging.rules,
);

/** `GET /v1/videos` */
export const listVideosOperation = operation({
  method: 'GET',
  path: '/v1/videos',
  access: 'api-key-or-bearer',
  id: 'listVideos',
  tag: 'Videos',
  summary: 'List videos',
  description: "Lists the caller's videos, newest first.",
  query: VideoListQuery,
  answers: { success: 200, problems: [400] },
  handle:
    ({ queries }) =>
    ({ caller, query }) => {
      const { name, createdAfter, createdBefore } = query;
      const filter = {
        ...(name === undefined ? {} : { name }),
        ...(createdAfter === undefined ? {} : { createdAfter }),
        ...(createdBefore === undefined ? {} : { createdBefore }),
      };
      const request = pageRequest(query);
      return pipe(
        queries.videos.list(caller.ownerId, filter, request),
        TE.map((page) => ({
          status: 200,
          json: JSON.stringify({
            data: page.items.map((video) => videoRecord(video)),
            pagination: pagination(request, page),
          }),
        })),
      );
    },
});
