import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createVideo } from '../../../../application/videos/create-video.js';
import { patchVideo } from '../../../../application/videos/change-video.js';
import {
  FolderName,
  VideoRecord,
  videoRecord,
  videoRecordJson,
} from '../../../../application/records/video-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { array, record, withDefault } from '../../../../domain/codec/containers.js';
import { string } from '../../../../domain/codec/scalars.js';
import { CreateVideoBody, PatchVideoBody } from '../../../../domain/composition/requests.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import { videoUrl } from '../../server/video-links.js';
import { etag, acceptedVersions } from '../../server/conditional-requests.js';
import { batchedPageResponse } from '../../server/list-response.js';
import { ensureKeepsRights, visibleTo } from '../../server/editor-rights.js';
import { ok, type Operation, operation, type OperationResponse } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import { EXAMPLE_VIDEO } from '../../contract/examples.js';
import { assetScopeOf, currentVideoOfCaller, namedVideo, videoOfCaller } from '../../server/owned.js';
import { listOf, wrapped } from '../../contract/pages.js';
import {
  booleanFromText,
  createdWithin,
  dryRun,
  filterOf,
  paging,
  pageRequest,
} from '../../contract/query-codecs.js';
import { ViewingRecord, viewingRecord } from '../../../../application/records/viewing-record.js';
import { VariableRecord } from '../../../../application/records/variable-record.js';
import { compositionOfVideo } from '../../../../application/videos/composition-of-video.js';
import { templateVariables } from '../../../../domain/template/merge.js';

/** A version of a video, with its ETag. @param record the record, or its JSON */
export const videoResponse = (record: VideoRecord | string, version: number): OperationResponse => ({
  status: 200,
  json: `{"data":${typeof record === 'string' ? record : JSON.stringify(record)}}`,
  headers: { ETag: etag(version) },
});

/** Query of `GET /v1/videos`. */
const VideoListQuery = record(
  {
    ...paging.required,
    archived: withDefault(about('`true`: archived videos instead of the others.', booleanFromText), false),
  },
  {
    ...paging.optional,
    name: about(
      'Part of the name, case-insensitive.',
      string({ minLength: 1, maxLength: LIMITS.nameLength }),
    ),
    folder: about('Only videos in this folder.', FolderName),
    ...createdWithin,
  },
  paging.rules,
);

export const videoOperations: ReadonlyArray<Operation> = [
  operation('POST /v1/videos', {
    access: 'api-key-or-bearer',
    id: 'createVideo',
    summary: 'Create a video',
    description:
      'Stores version 1 of a new video project. Clips without an `id` get one. A project whose strings hold placeholders such as `{{title}}` is a template: they may also stand for numbers, colours and booleans, as `GET /schema/video.json` describes.',
    query: dryRun.query,
    isRead: dryRun.isRead,
    body: CreateVideoBody,
    startsAtOnce: true,
    example: EXAMPLE_VIDEO,
    success: 201,
    returns: 'The stored video; `metadata.redirectUrl` is its editor link, shown this once.',
    schema: wrapped(VideoRecord),
    versioned: true,
    handle: (dependencies, { caller, query, body, context }) => {
      if (query.dryRun === true) return TE.right(ok(body));
      return pipe(
        createVideo(dependencies)(caller.ownerId, body, context),
        TE.map(({ video, editorToken }) => {
          const { videoId, version } = video;
          const record = videoRecord(video, videoUrl(dependencies.publicBaseUrl, videoId, editorToken));
          const headers = { ETag: etag(version), Location: `/v1/videos/${videoId}` };
          return { status: 201, json: JSON.stringify({ data: record }), headers };
        }),
      );
    },
  }),

  operation('GET /v1/videos/{id}', {
    access: 'api-key-or-editor',
    id: 'getVideo',
    summary: 'Get a video',
    description:
      'Returns the current version of a video. Links that permit no changes do not show its `additional`.',
    startsAtOnce: true,
    schema: wrapped(VideoRecord),
    versioned: true,
    handle: (dependencies, { caller, params }) =>
      pipe(
        currentVideoOfCaller(dependencies, caller, params['id']),
        TE.map((video) => {
          const shown = () => ({ ...video, composition: visibleTo(caller, compositionOfVideo(video)) });
          return videoResponse(
            caller.mayNotEdit ? videoRecord(shown()) : videoRecordJson(video),
            video.version,
          );
        }),
      ),
  }),

  operation('PATCH /v1/videos/{id}', {
    access: 'api-key-or-editor',
    id: 'updateVideo',
    summary: 'Update a video',
    description:
      'Changes the fields that are sent and keeps the rest: `metadata` and `additional` are JSON Merge Patches, `clips` replaces the whole list. A patch that changes nothing makes no new version.',
    body: PatchVideoBody,
    startsAtOnce: true,
    example: { metadata: { name: 'Opening, second cut', canvas: { height: 720, width: 1280 } } },
    schema: wrapped(VideoRecord),
    versioned: true,
    problems: [409, 412],
    of: namedVideo,
    handle: (dependencies, { caller, body, header, context }, videoId) =>
      pipe(
        TE.fromEither(ensureKeepsRights(caller, body)),
        TE.flatMapEither(() => acceptedVersions(header('if-match'))),
        TE.flatMap((ifVersion) =>
          patchVideo(dependencies)(
            { videoId, ownerId: caller.ownerId, scope: assetScopeOf(caller), body, ifVersion },
            context,
          ),
        ),
        TE.map((video) => videoResponse(videoRecord(video), video.version)),
      ),
  }),

  operation('GET /v1/videos', {
    access: 'api-key-or-bearer',
    id: 'listVideos',
    summary: 'List videos',
    description: "The caller's videos, newest first: by `createdAt`, then `_id`.",
    query: VideoListQuery,
    schema: listOf(VideoRecord),
    problems: [404],
    handle: ({ queries }, { caller, query }) =>
      pipe(
        queries.videos.list(caller.ownerId, filterOf(query), pageRequest(query)),
        TE.flatMap(batchedPageResponse(query, videoRecordJson)),
      ),
  }),
];

export const variableOperation = recordOperation('GET /v1/videos/{id}/variables', {
  access: 'api-key-or-editor',
  id: 'listVariables',
  summary: 'List the variables of a template',
  description:
    'Every name for which `merge` of a render request may have a value: the declared variables, and those that only stand in a placeholder.',
  returns: 'The variables, declared ones first.',
  data: array(VariableRecord),
  of: videoOfCaller,
  handle: (_, __, video) => TE.right(templateVariables(compositionOfVideo(video))),
});

export const viewingOperation = recordOperation('GET /v1/videos/{id}/viewing', {
  access: 'api-key-or-editor',
  id: 'getViewing',
  summary: 'Read what a link for viewing shows',
  description:
    'The newest completed MP4 or WebM of the video, with its chapters and captions; without `file` the current version, which `GET /v1/videos/{id}/playback` plays. Renders of batches are left out: they are made out to others.',
  data: ViewingRecord,
  of: videoOfCaller,
  handle: (dependencies, _request, video) =>
    pipe(
      dependencies.queries.renders.newestPlayable(video.videoId),
      TE.map((render) => viewingRecord(video, O.toUndefined(render), dependencies, dependencies.clock.now())),
    ),
});
