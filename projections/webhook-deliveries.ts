import type { Recorded } from '../domain/events.js';
import type { WebhookEventName } from '../domain/webhook-endpoint/events.js';
import { type EnqueueDeliveries, type MessageSubject, projection } from './change.js';

const enqueue = (
  event: WebhookEventName,
  about: MessageSubject,
  at: string,
  { id, revision, position: { commit }, metadata: { traceparent } }: Recorded,
): EnqueueDeliveries => ({
  _tag: 'EnqueueDeliveries',
  messageId: id,
  event,
  about,
  revision,
  commit,
  at,
  ...(traceparent === undefined ? {} : { traceparent }),
});

/**
 * Adds the outcome of a render, a batch or an upload to the owner's feed, and queues its deliveries to the owner's
 * webhook endpoints.
 */
export const webhookDeliveries = projection('webhook-deliveries', [], {
  RenderCompleted: ({ renderId, at }, recorded) =>
    enqueue('render.completed', { _tag: 'Render', renderId }, at, recorded),
  RenderFailed: ({ renderId, at }, recorded) =>
    enqueue('render.failed', { _tag: 'Render', renderId }, at, recorded),
  RenderBatchCompleted: ({ batchId, at }, recorded) =>
    enqueue('batch.completed', { _tag: 'RenderBatch', batchId }, at, recorded),
  AssetStored: ({ assetId, at }, recorded) =>
    enqueue('asset.ready', { _tag: 'Asset', assetId }, at, recorded),
  AssetRefused: ({ assetId, at }, recorded) =>
    enqueue('asset.refused', { _tag: 'Asset', assetId }, at, recorded),
});
