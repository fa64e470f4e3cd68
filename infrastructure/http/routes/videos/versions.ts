import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { VideoVersionRow } from '../../../../application/ports/queries.js';
import { compositionOfVersion, restoreVersion } from '../../../../application/videos/video-history.js';
import { VideoRecord, videoRecord } from '../../../../application/records/video-record.js';
import { versionRecord } from '../../../../application/records/version-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import type { VideoId } from '../../../../domain/ids.js';
import { etag, versionsOf } from '../../server/etag.js';
import { listResponse } from '../../server/list-response.js';
import { operation, type Services } from '../../server/operation.js';
import { videoIdOfCaller } from '../../server/owned.js';
import type { HttpProblem, Problem } from '../../contract/problem.js';
import { wholeNumberFromText } from '../../contract/query-codecs.js';
import { VersionsPage, wrapped } from '../../contract/pages.js';
import { HIGHEST_VERSION, versionOperation, LIMIT } from './history-operation.js';

/** The version in a path. */
export const versionFrom = (text: string | undefined): E.Either<HttpProblem, number> =>
  /^[1-9]\d{0,8}$/.test(text ?? '')
    ? E.right(Number(text))
    : E.left({ _tag: 'NotFound', what: 'video version' });

/** The version of a video, from the read model. */
export const versionRowOf = (
  { queries }: Services,
  videoId: VideoId,
  version: number,
): TE.TaskEither<Problem, VideoVersionRow> =>
  pipe(
    queries.videos.version(videoId, version),
    TE.flatMap(TE.fromOption((): Problem => ({ _tag: 'VideoVersionDoesNotExist', videoId, version }))),
  );

/** The content of a version of the video. */
const videoAt = (
  services: Services,
  videoId: VideoId,
  version: number,
): TE.TaskEither<Problem, VideoRecord> =>
  pipe(
    TE.Do,
    TE.bind('first', () => versionRowOf(services, videoId, 1)),
    TE.bind('row', () => versionRowOf(services, videoId, version)),
    TE.bindW('composition', ({ row }) => compositionOfVersion(services.eventArchive)(row)),
    TE.map(({ first, row, composition }) =>
      videoRecord({ videoId, composition, createdAt: first.createdAt, updatedAt: row.createdAt }),
    ),
  );

/** `GET /v1/videos/{id}/versions` */
export const listVersionsOperation = operation({
  ...versionOperation,
  method: 'GET',
  path: '/v1/videos/{id}/versions',
  id: 'listVersions',
  summary: 'List the versions of a video',
  description: 'Every version of the video, newest first, with its time, its author and its changes.',
  query: record({
    limit: LIMIT,
    page: withDefault(about('Page number, starting at 1.', wholeNumberFromText(1, HIGHEST_VERSION)), 1),
  }),
  answers: {
    success: 200,
    meaning: 'A page of versions.',
    schema: VersionsPage,
    problems: [400, 403, 404],
  },
  handle:
    ({ queries }) =>
    ({ caller, params, query: { page, limit } }) =>
      pipe(
        videoIdOfCaller(queries, caller, params['id']),
        TE.flatMap((videoId) => queries.videos.versions(videoId, { page, limit })),
        TE.flatMap(({ batches, total }) => {
          const totalPages = Math.ceil(total / limit);
          const pagination = { page, limit, total, totalPages, hasNextPage: page < totalPages };
          return listResponse({
            batches,
            toJson: (version) => JSON.stringify(versionRecord(version)),
            pagination: () => pagination,
          });
        }),
      ),
});

/** `GET /v1/videos/{id}/versions/{n}` */
export const getVersionOperation = operation({
  ...versionOperation,
  method: 'GET',
  path: '/v1/videos/{id}/versions/{version}',
  id: 'getVersion',
  summary: 'Get a version of a video',
  description: 'Returns the video as it was at this version.',
  answers: {
    success: 200,
    meaning: 'The video at this version.',
    schema: wrapped(VideoRecord),
    versioned: true,
    problems: [403, 404],
  },
  handle:
    (services) =>
    ({ caller, params }) =>
      pipe(
        TE.Do,
        TE.bind('videoId', () => videoIdOfCaller(services.queries, caller, params['id'])),
        TE.bindW('version', () => TE.fromEither(versionFrom(params['version']))),
        TE.bindW('video', ({ videoId, version }) => videoAt(services, videoId, version)),
        TE.map(({ version, video }) => ({
          status: 200,
          json: JSON.stringify({ data: video }),
          headers: { ETag: etag(version) },
        })),
      ),
});

/** `POST /v1/videos/{id}/versions/{n}/restore` */
export const restoreVersionOperation = operation({
  ...versionOperation,
  method: 'POST',
  path: '/v1/videos/{id}/versions/{version}/restore',
  id: 'restoreVersion',
  summary: 'Restore a version of a video',
  description:
    'Stores a new version with the content of this one; nothing is rewritten. Restoring the current content stores nothing. `If-Match` works as with PATCH.',
  answers: {
    success: 200,
    meaning: 'The video after the change.',
    schema: wrapped(VideoRecord),
    versioned: true,
    problems: [400, 403, 404, 409, 412],
  },
  handle:
    (services) =>
    ({ caller, params, header, context }) =>
      pipe(
        TE.Do,
        TE.bind('videoId', () => videoIdOfCaller(services.queries, caller, params['id'])),
        TE.bindW('version', () => TE.fromEither(versionFrom(params['version']))),
        TE.bindW('ifVersion', () => TE.fromEither(versionsOf(header('if-match')))),
        TE.bindW('row', ({ videoId, version }) => versionRowOf(services, videoId, version)),
        TE.flatMap(({ videoId, ifVersion, row }) => {
          const condition = ifVersion === undefined ? {} : { ifVersion };
          return restoreVersion(services)({ videoId, ownerId: caller.ownerId, ...condition }, row, context);
        }),
        TE.map((video) => ({
          status: 200,
          json: JSON.stringify({ data: videoRecord(video) }),
          headers: { ETag: etag(video.version) },
        })),
      ),
});
