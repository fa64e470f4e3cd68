import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createVideo } from '../../../../application/videos/create-video.js';
import { patchVideo } from '../../../../application/videos/patch-video.js';
import { VideoRecord, videoRecord, videoRecordJson } from '../../../../application/records/video-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { record } from '../../../../domain/codec/containers.js';
import { string } from '../../../../domain/codec/scalars.js';
import { CreateVideoBody, PatchVideoBody } from '../../../../domain/composition/requests.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { editorUrl } from '../../server/editor-url.js';
import { etag, versionsOf } from '../../server/etag.js';
import { listResponse } from '../../server/list-response.js';
import { type OperationResponse, operation } from '../../server/operation.js';
import { EXAMPLE_VIDEO } from '../../contract/examples.js';
import { currentVideoOfCaller, videoIdFrom } from '../../server/owned.js';
import { listOf, wrapped } from '../../contract/pages.js';
import { createdWithin, paging, pageRequest, pagination } from '../../contract/query-codecs.js';

const data = (status: 200 | 201, recordJson: string, version: number, headers = {}): OperationResponse => ({
  status,
  json: `{"data":${recordJson}}`,
  headers: { ETag: etag(version), ...headers },
});

/** `POST /v1/videos` */
export const createVideoOperation = operation({
  method: 'POST',
  path: '/v1/videos',
  access: 'api-key-or-bearer',
  id: 'createVideo',
  tag: 'Videos',
  summary: 'Create a video',
  description:
    'Stores version 1 of a new video project. Clips without an `id` get one. A project whose strings hold placeholders such as `{{title}}` is a template: they may also stand for numbers, colours and booleans, as `GET /schema/video.json` describes. Records of a template have them in the same places.',
  body: CreateVideoBody,
  startsAtOnce: true,
  example: EXAMPLE_VIDEO,
  answers: {
    success: 201,
    meaning: 'The stored video; `metadata.redirectUrl` is its editor link, shown this once.',
    schema: wrapped(VideoRecord),
    versioned: true,
    problems: [],
  },
  handle:
    (services) =>
    ({ caller, body, context }) =>
      pipe(
        createVideo(services)(caller.ownerId, body, context),
        TE.map(({ video, editorToken }) => {
          const record = videoRecord(video, editorUrl(services.publicBaseUrl, video.videoId, editorToken));
          return data(201, JSON.stringify(record), video.version, {
            Location: `/v1/videos/${video.videoId}`,
          });
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
  summary: 'The stored video. `metadata.redirectUrl` is its editor link, which is shown only once.',
  description: 'Returns the current version of a video.',
  startsAtOnce: true,
  answers: {
    success: 200,
    meaning: 'The video.',
    schema: wrapped(VideoRecord),
    versioned: true,
    problems: [403, 404],
  },
  handle:
    (services) =>
    ({ caller, params }) =>
      pipe(
        currentVideoOfCaller(services, caller, params['id']),
        TE.map((video) => data(200, videoRecordJson(video), video.version)),
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
  description:
    'Changes the fields that are sent and keeps the rest: `metadata` and `additional` are JSON Merge Patches, `clips` replaces the whole list. A patch that changes nothing makes no new version.',
  body: PatchVideoBody,
  startsAtOnce: true,
  example: { metadata: { name: 'Opening, second cut', canvas: { height: 720, width: 1280 } } },
  answers: {
    success: 200,
    meaning: 'The video after the change.',
    schema: wrapped(VideoRecord),
    versioned: true,
    problems: [403, 404, 409, 412],
  },
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
        TE.map((video) => data(200, JSON.stringify(videoRecord(video)), video.version)),
      ),
});

/** Query of `GET /v1/videos`. */
const VideoListQuery = record(
  paging.required,
  {
    ...paging.optional,
    name: about(
      'Part of the name, case-insensitive.',
      string({ minLength: 1, maxLength: LIMITS.nameLength }),
    ),
    ...createdWithin,
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
  description: "The caller's videos, newest first: by `createdAt`, then `_id`.",
  query: VideoListQuery,
  answers: { success: 200, meaning: 'A page of videos.', schema: listOf(VideoRecord), problems: [400, 404] },
  handle:
    ({ queries }) =>
    ({ caller, query }) => {
      const { page: _page, limit: _limit, cursor: _cursor, ...filter } = query;
      const request = pageRequest(query);
      return pipe(
        queries.videos.list(caller.ownerId, filter, request),
        TE.flatMap((page) =>
          listResponse({
            batches: page.batches,
            toJson: videoRecordJson,
            pagination: () => pagination(request, page),
          }),
        ),
      );
    },
});
