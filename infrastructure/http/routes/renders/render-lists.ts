import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RenderFilter } from '../../../../application/ports/queries.js';
import {
  RenderRecord,
  renderRecord,
  RenderStatusRecord,
} from '../../../../application/records/render-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { record } from '../../../../domain/codec/containers.js';
import { string } from '../../../../domain/codec/scalars.js';
import type { Caller } from '../../server/authenticate.js';
import { ensureMayRender } from '../../server/editor-rights.js';
import { batchedPageResponse } from '../../server/list-response.js';
import { type HandledRequest, type Operation, operation } from '../../server/operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { batchOfCaller, videoIdOfCaller } from '../../server/owned.js';
import {
  createdWithin,
  filterOf,
  pageRequest,
  paging,
  type PagingQuery,
} from '../../contract/query-codecs.js';
import { listOf } from '../../contract/pages.js';

const videoId = about('The video whose renders are listed.', string({ minLength: 1, maxLength: 255 }));

const renderList = { schema: listOf(RenderRecord), problems: [403, 404] } as const;

/** One page of the caller's renders that match the filter. */
const pageOfRenders = (
  dependencies: ApiDependencies,
  caller: Caller,
  filter: RenderFilter,
  query: PagingQuery,
): HandledRequest =>
  pipe(
    dependencies.queries.renders.list(caller.ownerId, filter, pageRequest(query)),
    TE.flatMap(batchedPageResponse(query, (render) => JSON.stringify(renderRecord(render, dependencies)))),
  );

/** Query of `GET /v1/renders`. */
const RenderListQuery = record(
  { videoId, ...paging.required },
  { ...paging.optional, status: RenderStatusRecord },
  paging.rules,
);

const batchId = about('Only renders of this batch.', string({ minLength: 1, maxLength: 255 }));

/** Query of `GET /v1/renders/search`. */
const RenderSearchQuery = record(
  paging.required,
  { ...paging.optional, status: RenderStatusRecord, videoId, batchId, ...createdWithin },
  paging.rules,
);

export const renderListOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/renders', {
    ...renderList,
    access: 'api-key-or-link',
    id: 'listRenders',
    summary: 'List the renders of a video',
    description: 'The renders of a video, newest first: by `createdAt`, then `_id`.',
    query: RenderListQuery,
    exampleQuery: { videoId: 'VIDEO_ID' },
    handle: (dependencies, { caller, query }) => {
      const { videoId, ...filter } = filterOf(query);
      return pipe(
        videoIdOfCaller(dependencies.queries, caller, videoId),
        TE.tap((id) => ensureMayRender(dependencies.queries, caller, id)),
        TE.flatMap((id) => pageOfRenders(dependencies, caller, { ...filter, videoId: id }, query)),
      );
    },
  }),

  operation('GET /v1/renders/search', {
    ...renderList,
    id: 'searchRenders',
    summary: 'Search renders',
    description: "The caller's renders of all videos, newest first: by `createdAt`, then `_id`.",
    query: RenderSearchQuery,
    handle: (dependencies, { caller, query }) => {
      const { videoId: ofVideo, batchId: ofBatch, ...filter } = filterOf(query);
      return pipe(
        TE.Do,
        TE.bind('video', () =>
          ofVideo === undefined
            ? TE.right(undefined)
            : videoIdOfCaller(dependencies.queries, caller, ofVideo),
        ),
        TE.bind('batch', () =>
          ofBatch === undefined ? TE.right(undefined) : batchOfCaller(dependencies.queries, caller, ofBatch),
        ),
        TE.flatMap(({ video, batch }) => {
          const wanted: RenderFilter = {
            ...filter,
            ...(video === undefined ? {} : { videoId: video }),
            ...(batch === undefined ? {} : { batchId: batch.batchId }),
          };
          return pageOfRenders(dependencies, caller, wanted, query);
        }),
      );
    },
  }),
];
