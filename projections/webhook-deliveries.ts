import type { Recorded } from '../domain/events.js';
import type { WebhookEventName } from '../domain/webhook-endpoint/events.js';
import { type EnqueueDeliveries, type MessageSubject, projection } from './change.js';
import type { ReviewMessage } from '../domain/review/events.js';

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

const review =
  <M extends ReviewMessage>(event: WebhookEventName, type: M['type']) =>
  (data: M['data'], recorded: Recorded): EnqueueDeliveries =>
    enqueue(event, { _tag: 'Review', said: { type, data } as ReviewMessage }, data.at, recorded);

/**
 * Adds the outcome of a render, a batch or an upload, comments and decisions to the owner's feed, and queues its deliveries to the owner's
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
  CommentAdded: review('comment.added', 'CommentAdded'),
  CommentReplied: review('comment.replied', 'CommentReplied'),
  VersionApproved: review('version.approved', 'VersionApproved'),
  VersionSentBack: review('version.sent-back', 'VersionSentBack'),
});
