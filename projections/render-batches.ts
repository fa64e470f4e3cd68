import { insert, projection, update } from './change.js';

/** All batches: their rows and how they ended. The state of their renders is in the table of renders. */
export const renderBatches = projection('render-batches', ['render_batches'], {
  RenderBatchRequested: ({ batchId, ownerId, videoId, videoVersion, options, rows, at }, { metadata }) =>
    insert({
      batch_id: batchId,
      owner_id: ownerId,
      video_id: videoId,
      video_version: videoVersion,
      status: 'processing',
      options,
      rows,
      row_count: rows.length,
      actor: metadata.actor,
      request_id: metadata.requestId,
      traceparent: metadata.traceparent ?? null,
      created_at: at,
      updated_at: at,
    }),
  RenderBatchCompleted: ({ batchId, outcome, at }) =>
    update({ batch_id: batchId }, { status: 'completed', outcome, updated_at: at, finished_at: at }),
  RenderBatchCancelled: ({ batchId, at }) =>
    update({ batch_id: batchId }, { status: 'cancelled', updated_at: at, finished_at: at }),
});
