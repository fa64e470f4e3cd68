import { insert, projection, update } from './change.js';

/** All batches: their rows and outcomes. The table of renders has the states of their renders. */
export const renderBatches = projection('render-batches', ['render_batches'], {
  RenderBatchRequested: ({ batchId, ownerId, videoId, videoVersion, options, rows, at }, { metadata }) =>
    insert({
      batchId,
      ownerId,
      videoId,
      videoVersion,
      status: 'processing',
      options,
      rows,
      rowCount: rows.length,
      actor: metadata.actor,
      requestId: metadata.requestId,
      traceparent: metadata.traceparent,
      createdAt: at,
      updatedAt: at,
    }),
  RenderBatchCompleted: ({ batchId, outcome, at }) =>
    update({ batchId }, { status: 'completed', outcome, updatedAt: at, finishedAt: at }),
  RenderBatchCancelled: ({ batchId, at }) =>
    update({ batchId }, { status: 'cancelled', updatedAt: at, finishedAt: at }),
});
