import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  cancelRenderBatch,
  requestRenderBatch,
} from '../../../../application/batches/request-render-batch.js';
import type { RenderBatchRow } from '../../../../application/ports/render-batches.js';
import { BatchRecord, batchRecord, BatchStatusRecord } from '../../../../application/records/batch-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { record } from '../../../../domain/codec/containers.js';
import { string } from '../../../../domain/codec/scalars.js';
import { CreateBatchBody, MAX_BATCH_ROWS } from '../../../../domain/render-batch/requests.js';
import type { RenderBatch } from '../../../../domain/render-batch/state.js';
import { listOf } from '../../contract/pages.js';
import { createdWithin, filterOf, pageRequest, paging } from '../../contract/query-codecs.js';
import { type Operation, operation } from '../../server/operation.js';
import { recordOperation } from '../../server/record-operation.js';
import { pageResponse } from '../../server/list-response.js';
import { ANOTHER_VIDEO, ensureMayRender, renderableVideo, visibleBatch } from '../../server/editor-rights.js';
import { assetScopeOf, batchOfCaller, videoIdOfCaller } from '../../server/owned.js';
import { rowsOf } from './batch-rows.js';

/** A batch in its initial state, even if its first render has been requested meanwhile. */
const justRequested = ({ _tag, requestedAt, ...batch }: RenderBatch): RenderBatchRow => ({
  ...batch,
  status: 'processing',
  requested: 0,
  outcomes: { pending: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 },
  frames: 0,
  reusedFrames: 0,
  createdAt: requestedAt,
  updatedAt: requestedAt,
});

const videoId = about('Only batches of this video.', string({ minLength: 1, maxLength: 255 }));

export const batchOperations: ReadonlyArray<Operation> = [
  recordOperation('POST /v1/renders/{id}/batch', {
    idExample: 'VIDEO_ID',
    access: 'api-key-or-link',
    id: 'createBatch',
    tag: 'Batches',
    summary: 'Render a template for many rows',
    description:
      `Requests a render of the current version of the video for each of up to ${MAX_BATCH_ROWS} rows. All rows are validated first: ` +
      'a 400 lists what is wrong with which row, and nothing is rendered. The body may also be CSV (`text/csv`), which is then rendered as `metadata.output` of the video says. ' +
      'The renders are requested a few at a time: the first by itself, so that the others find what they share with it. Their default `priority` is `low`.',
    body: CreateBatchBody,
    takesCsv: true,
    example: { rows: [{}] },
    success: 201,
    data: BatchRecord,
    location: ({ _id }) => `/v1/batches/${_id}`,
    of: renderableVideo,
    handle: (dependencies, { caller, body, context }, videoId) => {
      const { rows, csv, ...options } = body;
      return pipe(
        rowsOf(rows, csv),
        TE.flatMap((given) =>
          dependencies.admitBatch(
            caller.ownerId,
            requestRenderBatch(dependencies)(videoId, assetScopeOf(caller), given, options, context),
          ),
        ),
        TE.map((batch) => batchRecord(justRequested(batch), dependencies.publicBaseUrl)),
      );
    },
  }),

  recordOperation('GET /v1/batches/{id}', {
    access: 'api-key-or-link',
    id: 'getBatch',
    summary: 'Get a batch',
    description:
      'Returns the state of a batch. To be notified when all of its renders are over, register a webhook for `batch.completed`.',
    data: BatchRecord,
    of: visibleBatch,
    handle: ({ publicBaseUrl }, _, batch) => TE.right(batchRecord(batch, publicBaseUrl)),
  }),

  operation('GET /v1/batches', {
    access: 'api-key-or-link',
    id: 'listBatches',
    summary: 'List batches',
    description:
      'Your batches, newest first: by `createdAt`, then `_id`. With an editor link, `videoId` is required.',
    query: record(
      paging.required,
      { ...paging.optional, status: BatchStatusRecord, videoId, ...createdWithin },
      paging.rules,
    ),
    schema: listOf(BatchRecord),
    problems: [403, 404],
    handle: ({ queries, publicBaseUrl }, { caller, query }) => {
      const { videoId: ofVideo, ...filter } = filterOf(query);
      if (ofVideo === undefined && caller.videoId !== undefined) return TE.left(ANOTHER_VIDEO);
      return pipe(
        ofVideo === undefined
          ? TE.right(filter)
          : pipe(
              videoIdOfCaller(queries, caller, ofVideo),
              TE.tap((id) => ensureMayRender(queries, caller, id)),
              TE.map((id) => ({ ...filter, videoId: id })),
            ),
        TE.flatMap((wanted) => queries.renderBatches.list(caller.ownerId, wanted, pageRequest(query))),
        TE.map(pageResponse(query, (batch) => batchRecord(batch, publicBaseUrl))),
      );
    },
  }),

  recordOperation('POST /v1/batches/{id}/cancel', {
    access: 'api-key-or-link',
    id: 'cancelBatch',
    summary: 'Cancel a batch',
    description:
      'Cancels a batch that is `processing`: no further render is requested, and those that are `pending` or `processing` are cancelled within seconds. Completed renders stay. A finished batch gives a 409.',
    data: BatchRecord,
    problems: [409],
    of: visibleBatch,
    handle: (dependencies, { caller, params, context }, { batchId }) =>
      pipe(
        cancelRenderBatch(dependencies)(batchId, caller.ownerId, context),
        TE.flatMap(() => batchOfCaller(dependencies.queries, caller, params['id'])),
        TE.map((batch) => batchRecord(batch, dependencies.publicBaseUrl)),
      ),
  }),
];
