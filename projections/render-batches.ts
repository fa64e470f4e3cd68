import { insert, on, type Projection, update } from './change.js';

const table = 'render_batches';

/** All batches: their rows and how they ended. The state of their renders is in the table of renders. */
export const renderBatches: Projection = {
  name: 'render-batches',
  tables: [table],
  project: on({
    RenderBatchRequested: ({ batchId, ownerId, videoId, videoVersion, options, rows, at }, recorded) => [
      insert(
        table,
        {
          batch_id: batchId,
          owner_id: ownerId,
          video_id: videoId,
          video_version: videoVersion,
          status: 'processing',
          options,
          rows,
          row_count: rows.length,
          actor: recorded.metadata.actor,
          request_id: recorded.metadata.requestId,
          traceparent: recorded.metadata.traceparent ?? null,
          created_at: at,
          updated_at: at,
        },
        recorded,
      ),
    ],
    RenderBatchCompleted: ({ batchId, outcome, at }, recorded) => [
      update(
        table,
        { batch_id: batchId },
        { status: 'completed', outcome, updated_at: at, finished_at: at },
        recorded,
      ),
    ],
    RenderBatchCancelled: ({ batchId, at }, recorded) => [
      update(
        table,
        { batch_id: batchId },
        { status: 'cancelled', updated_at: at, finished_at: at },
        recorded,
      ),
    ],
  }),
};
