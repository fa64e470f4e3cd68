import { insert, on, type Projection, update } from './change.js';

const table = 'webhook_endpoints';

/** Every webhook endpoint there is or was. `active_since`: failures before do not count against it. */
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
          status: 'active',
          active_since: at,
          created_at: at,
          updated_at: at,
          deleted_at: null,
        },
        recorded,
      ),
    ],
    WebhookEndpointChanged: ({ endpointId, url, events, description, at }, recorded) => [
      update(
        table,
        { endpoint_id: endpointId },
        { url, events, description: description ?? null, active_since: at, updated_at: at },
        recorded,
      ),
    ],
    WebhookEndpointPaused: ({ endpointId, at }, recorded) => [
      update(table, { endpoint_id: endpointId }, { status: 'paused', updated_at: at }, recorded),
    ],
    WebhookEndpointResumed: ({ endpointId, at }, recorded) => [
      update(
        table,
        { endpoint_id: endpointId },
        { status: 'active', disabled_reason: null, active_since: at, updated_at: at },
        recorded,
      ),
    ],
    WebhookEndpointDisabled: ({ endpointId, reason, at }, recorded) => [
      update(
        table,
        { endpoint_id: endpointId },
        { status: 'disabled', disabled_reason: reason, updated_at: at },
        recorded,
      ),
    ],
    WebhookEndpointDeleted: ({ endpointId, at }, recorded) => [
      update(table, { endpoint_id: endpointId }, { deleted_at: at }, recorded),
    ],
  }),
};
