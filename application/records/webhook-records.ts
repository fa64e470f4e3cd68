import type { WebhookEndpointRow } from '../ports/queries.js';
import type { DeliveryRow, FeedRow } from '../ports/webhook-deliveries.js';

// How webhooks, their deliveries and the feed look to clients. Times are ISO 8601, durations ms.

/** A webhook endpoint; its signing secret is in no record. */
export const webhookRecord = (endpoint: WebhookEndpointRow) => ({
  _id: endpoint.endpointId,
  url: endpoint.url,
  events: endpoint.events,
  ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
  status: endpoint.status,
  ...(endpoint.disabledReason === undefined ? {} : { disabledReason: endpoint.disabledReason }),
  createdAt: endpoint.createdAt,
  updatedAt: endpoint.updatedAt,
});

/** A delivery with every attempt, oldest first. `messageId` is what receivers see as `webhook-id`. */
export const deliveryRecord = ({ deliveryId, endpointId, ...delivery }: DeliveryRow) => ({
  _id: deliveryId,
  webhookId: endpointId,
  ...delivery,
});

/** An event of the owner's feed: what a webhook would have brought, and its number. */
export const feedRecord = ({ number, messageId, createdAt, body }: FeedRow) => ({
  number,
  messageId,
  createdAt,
  ...(JSON.parse(body) as { readonly event: string; readonly data: unknown }),
});
