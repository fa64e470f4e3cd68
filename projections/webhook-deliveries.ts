import type { Recorded } from '../domain/events.js';
import type { WebhookEventName } from '../domain/webhook-endpoint/events.js';
import { type AnnouncedEvent, type EnqueueDeliveries, projection } from './change.js';

const enqueue =
  (event: WebhookEventName) =>
  (_data: unknown, recorded: Recorded<AnnouncedEvent>): EnqueueDeliveries => ({
    _tag: 'EnqueueDeliveries',
    event,
    recorded,
  });

/**
 * Adds the outcome of a render, a batch or an upload, comments and decisions to the owner's feed, and queues its
 * deliveries to the owner's webhook endpoints.
 */
export const webhookDeliveries = projection('webhook-deliveries', [], {
  RenderCompleted: enqueue('render.completed'),
  RenderFailed: enqueue('render.failed'),
  RenderBatchCompleted: enqueue('batch.completed'),
  AssetStored: enqueue('asset.ready'),
  AssetRefused: enqueue('asset.refused'),
  CommentAdded: enqueue('comment.added'),
  CommentReplied: enqueue('comment.replied'),
  VersionApproved: enqueue('version.approved'),
  VersionSentBack: enqueue('version.sent-back'),
});
