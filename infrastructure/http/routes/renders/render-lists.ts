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
import { mayRender } from '../../server/editor-rights.js';
import { listResponse } from '../../server/list-response.js';
import { type HandledRequest, operation, type Services } from '../../server/operation.js';
import { batchOfCaller, videoIdOfCaller } from '../../server/owned.js';
import {
  createdWithin,
  pageRequest,
  paging,
  pagination,
  type PagingQuery,
} from '../../contract/query-codecs.js';
import { listOf } from '../../contract/pages.js';

const videoId = about('The video whose renders are listed.', string({ minLength: 1, maxLength: 255 }));

const answers = {
  success: 200,
  meaning: 'A page of renders.',
  schema: listOf(RenderRecord),
  problems: [400, 403, 404],
} as const;

/** One page of the caller's renders that match the filter. */
const pageOfRenders = (
  services: Services,
  caller: Caller,
  filter: RenderFilter,
  query: PagingQuery,
): HandledRequest => {
  const request = pageRequest(query);
  return pipe(
    services.queries.renders.list(caller.ownerId, filter, request),
    TE.flatMap((page) =>
      listResponse({
        batches: page.batches,
        toJson: (render) => JSON.stringify(renderRecord(render, services)),
        pagination: () => pagination(request, page),
      }),
    ),
  );
};

/** Query of `GET /v1/renders`. */
const RenderListQuery = record(
  { videoId, ...paging.required },
  { ...paging.optional, status: RenderStatusRecord },
  paging.rules,
);

/** `GET /v1/renders` */
export const listRendersOperation = operation({
  method: 'GET',
  path: '/v1/renders',
  access: 'api-key-or-editor-only',
  id: 'listRenders',
  tag: 'Renders',
  summary: 'List the renders of a video',
  description: 'The renders of a video, newest first: by `createdAt`, then `_id`.',
  query: RenderListQuery,
  exampleQuery: { videoId: 'VIDEO_ID' },
  answers,
  handle:
    (services) =>
    ({ caller, query }) => {
      const { videoId, page: _page, limit: _limit, cursor: _cursor, ...filter } = query;
      return pipe(
        videoIdOfCaller(services.queries, caller, videoId),
        TE.tap((id) => mayRender(services.queries, caller, id)),
        TE.flatMap((id) => pageOfRenders(services, caller, { ...filter, videoId: id }, query)),
      );
    },
});

const batchId = about('Only renders of this batch.', string({ minLength: 1, maxLength: 255 }));

/** Query of `GET /v1/renders/search`. */
const RenderSearchQuery = record(
  paging.required,
  { ...paging.optional, status: RenderStatusRecord, videoId, batchId, ...createdWithin },
  paging.rules,
);

/** `GET /v1/renders/search` */
export const searchRendersOperation = operation({
  method: 'GET',
  path: '/v1/renders/search',
  access: 'api-key',
  id: 'searchRenders',
  tag: 'Renders',
  summary: 'Search renders',
  description: "The caller's renders of all videos, newest first: by `createdAt`, then `_id`.",
  query: RenderSearchQuery,
  answers,
  handle:
    (services) =>
    ({ caller, query }) => {
      const {
        videoId: ofVideo,
        batchId: ofBatch,
        page: _page,
        limit: _limit,
        cursor: _cursor,
        ...filter
      } = query;
      return pipe(
        TE.Do,
        TE.bind('video', () =>
          ofVideo === undefined ? TE.right(undefined) : videoIdOfCaller(services.queries, caller, ofVideo),
        ),
        TE.bind('batch', () =>
          ofBatch === undefined ? TE.right(undefined) : batchOfCaller(services.queries, caller, ofBatch),
        ),
        TE.flatMap(({ video, batch }) => {
          const wanted: RenderFilter = {
            ...filter,
            ...(video === undefined ? {} : { videoId: video }),
            ...(batch === undefined ? {} : { batchId: batch.batchId }),
          };
          return pageOfRenders(services, caller, wanted, query);
        }),
      );
    },
});
