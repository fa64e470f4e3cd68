import { insert, on, type Projection, update } from './change.js';

const table = 'webhook_endpoints';

/** Every webhook endpoint there is or was. */
export const webhookEndpoints: Projection = {
  name: 'webhook-endpoints',
  tables: [table],
  project: on({
    WebhookEndpointRegistered: ({ endpointId, ownerId, url, events, description, at }, recorded) => [
      insert(
        table,
        {
          endpoint_id: endpointId,
          owner_id: ownerId,
          url,
          events,
          description: description ?? null,
          created_at: at,
          deleted_at: null,
        },
        recorded,
      ),
    ],
    WebhookEndpointDeleted: ({ endpointId, at }, recorded) => [
      update(table, { endpoint_id: endpointId }, { deleted_at: at }, recorded),
    ],
  }),
};
