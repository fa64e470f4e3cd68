import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import type { VideoVersionRow } from '../../../../application/ports/queries.js';
import {
  compositionOfVersion,
  restoreVersion,
  versionOf,
} from '../../../../application/videos/video-history.js';
import { VideoRecord, videoRecord } from '../../../../application/records/video-record.js';
import { eventRecord } from '../../../../application/records/event-record.js';
import { versionRecord } from '../../../../application/records/version-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import type { VideoId } from '../../../../domain/ids.js';
import { acceptedVersions } from '../../server/conditional-requests.js';
import { listResponse } from '../../server/list-response.js';
import { sequenceResponse } from '../../server/sequence-response.js';
import { visibleTo } from '../../server/editor-rights.js';
import { type Operation, operation } from '../../server/operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import type { Caller } from '../../server/authenticate.js';
import { videoIdOfCaller } from '../../server/owned.js';
import type { HttpProblem, Problem } from '../../contract/problem.js';
import { numberedPage, numberedPagination, wholeNumberFromText } from '../../contract/query-codecs.js';
import { EventsPage, VersionsPage, wrapped } from '../../contract/pages.js';
import { videoResponse } from './videos.js';
import { oneOf } from '../../../../domain/codec/scalars.js';
import { reviewStream } from '../../../../domain/review/review.js';
import { videoStream } from '../../../../domain/video/video.js';

/** Common settings of the operations on versions, which the editor offers. */
export const versionOperation = { access: 'api-key-or-editor', tag: 'History' } as const;

/** The events of a video: two streams. */
export const StreamOfVideo = about(
  '`video`: the versions, and changes of the editor link. `review`: comments and decisions.',
  oneOf('video', 'review'),
);

export const streamOfVideo = (id: VideoId, stream: t.TypeOf<typeof StreamOfVideo>): string =>
  stream === 'video' ? videoStream(id) : reviewStream(id);

/** The highest version or revision that can be requested. */
export const HIGHEST_VERSION = 999_999_999;

const LIMIT = withDefault(about('Maximum number of items to return.', wholeNumberFromText(1, 100)), 20);

/** The version in a path. */
export const versionFrom = (text: string | undefined): E.Either<HttpProblem, number> =>
  /^[1-9]\d{0,8}$/.test(text ?? '')
    ? E.right(Number(text))
    : E.left({ _tag: 'NotFound', what: 'video version' });

/** The version in the path of a video of the caller. */
export const versionOfCaller = (
  dependencies: ApiDependencies,
  caller: Caller,
  params: Readonly<Record<string, string>>,
): TE.TaskEither<Problem, VideoVersionRow> =>
  pipe(
    TE.Do,
    TE.bind('videoId', () => videoIdOfCaller(dependencies.queries, caller, params['id'])),
    TE.bindW('version', () => TE.fromEither(versionFrom(params['version']))),
    TE.flatMap(({ videoId, version }) => versionOf(dependencies.queries.videos, videoId, version)),
  );

export const versionOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/videos/{id}/versions', {
    ...versionOperation,
    id: 'listVersions',
    summary: 'List the versions of a video',
    description:
      'Every version of the video, newest first, with its time, its author, its changes and the last decision about it, which links for viewing do not get.',
    query: record({ limit: LIMIT, page: numberedPage(HIGHEST_VERSION) }),
    schema: VersionsPage,
    of: videoIdOfCaller,
    handle: ({ queries }, { caller, query }, videoId) =>
      pipe(
        TE.Do,
        TE.bind('decisions', () => queries.reviews.decisions(videoId)),
        TE.bind('versions', () => queries.videos.versions(videoId, query)),
        TE.flatMap(({ decisions, versions: { batches, total } }) =>
          listResponse({
            batches,
            toJson: (row) => {
              const decision = decisions.findLast(({ version }) => version === row.version);
              return JSON.stringify(
                versionRecord(row, caller.link?.access === 'view' ? undefined : decision),
              );
            },
            pagination: () => numberedPagination(query, total),
          }),
        ),
      ),
  }),

  operation('GET /v1/videos/{id}/versions/{version}', {
    ...versionOperation,
    id: 'getVersion',
    summary: 'Get a version of a video',
    description: 'Returns the video as it was at this version.',
    schema: wrapped(VideoRecord),
    versioned: true,
    handle: (dependencies, { caller, params }) =>
      pipe(
        versionOfCaller(dependencies, caller, params),
        TE.bindTo('row'),
        TE.bindW('first', ({ row }) => versionOf(dependencies.queries.videos, row.videoId, 1)),
        TE.bindW('composition', ({ row }) => compositionOfVersion(dependencies.eventArchive)(row)),
        TE.map(({ row, first: { createdAt }, composition }) =>
          videoResponse(
            videoRecord({
              ...row,
              composition: visibleTo(caller, composition),
              createdAt,
              updatedAt: row.createdAt,
            }),
            row.version,
          ),
        ),
      ),
  }),

  operation('POST /v1/videos/{id}/versions/{version}/restore', {
    ...versionOperation,
    id: 'restoreVersion',
    summary: 'Restore a version of a video',
    description:
      'Stores a new version with the content of this one; nothing is rewritten. Restoring the current content stores nothing. `If-Match` works as with PATCH.',
    schema: wrapped(VideoRecord),
    versioned: true,
    problems: [409, 412],
    handle: (dependencies, { caller, params, header, context }) =>
      pipe(
        versionOfCaller(dependencies, caller, params),
        TE.bindTo('row'),
        TE.bindW('ifVersion', () => TE.fromEither(acceptedVersions(header('if-match')))),
        TE.flatMap(({ ifVersion, row }) =>
          restoreVersion(dependencies)(row, { ownerId: caller.ownerId, ifVersion }, context),
        ),
        TE.map((video) => videoResponse(videoRecord(video), video.version)),
      ),
  }),
];

export const videoEventOperation = operation('GET /v1/videos/{id}/events', {
  access: 'api-key-or-bearer',
  tag: 'History',
  id: 'listVideoEvents',
  summary: 'Read the recorded events of a video',
  description:
    'The events that produced the versions, or with `stream=review` the comments and decisions, oldest first, exactly as stored, with their metadata.',
  query: record({
    limit: LIMIT,
    stream: withDefault(StreamOfVideo, 'video'),
    from: withDefault(
      about('The first revision to return, from 0.', wholeNumberFromText(0, HIGHEST_VERSION)),
      0,
    ),
  }),
  schema: EventsPage,
  of: videoIdOfCaller,
  handle: ({ eventArchive }, { query: { from, limit, stream } }, videoId) =>
    sequenceResponse({
      from,
      limit,
      read: (position, count) =>
        pipe(
          eventArchive.read(streamOfVideo(videoId, stream), position, count),
          TE.map(({ events, hasMore }) => ({ rows: events, hasMore })),
        ),
      positionAfter: ({ stored }) => stored.revision + 1,
      toJson: ({ stored }) => JSON.stringify(eventRecord(stored)),
      pagination: ({ position, hasNextPage }) => ({
        from,
        limit,
        hasNextPage,
        nextFrom: hasNextPage ? position : null,
      }),
    }),
});
