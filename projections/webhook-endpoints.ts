import type { Recorded } from '../domain/events.js';
import type { WebhookEndpointId } from '../domain/ids.js';
import { type SecretRotation, secretIdOf } from '../domain/webhook-endpoint/events.js';
import { type Change, insert, on, type Projection, update } from './change.js';

const table = 'webhook_endpoints';
const secretVersions = 'webhook_secret_versions';

/**
 * A version of an endpoint's secret. The expiry of the previous one is stored in this row, so that every row derives
 * from one event and the order in which secrets were stored does not matter.
 */
const secretVersion = (
  endpointId: WebhookEndpointId,
  rotation: Omit<SecretRotation, 'previousExpireAt'> & { readonly previousExpireAt: string | null },
  recorded: Recorded,
): Change =>
  insert(
    secretVersions,
    {
      endpoint_id: endpointId,
      version: rotation.secretVersion,
      secret_id: secretIdOf(rotation, rotation.secretVersion),
      x_signature_from: rotation.xSignatureSwitchesAt,
      previous_expire_at: rotation.previousExpireAt,
    },
    recorded,
  );

/**
 * All webhook endpoints, including deleted ones, and which secrets sign when. `active_since`: earlier failures do not
 * count against the endpoint.
 */
export const webhookEndpoints: Projection = {
  name: 'webhook-endpoints',
  tables: [table, secretVersions],
  project: on({
    WebhookEndpointRegistered: (
      { endpointId, ownerId, url, events, description, at, ...secret },
      recorded,
    ) => [
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
          registered_commit: recorded.position.commit.toString(),
        },
        recorded,
      ),
      secretVersion(
        endpointId,
        { ...secret, secretVersion: 1, xSignatureSwitchesAt: at, previousExpireAt: null },
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
    WebhookSecretRotated: ({ endpointId, ...rotation }, recorded) => [
      secretVersion(endpointId, rotation, recorded),
    ],
    WebhookEndpointDeleted: ({ endpointId, at }, recorded) => [
      update(table, { endpoint_id: endpointId }, { deleted_at: at }, recorded),
      { _tag: 'ForgetEndpoint', endpointId, at },
    ],
  }),
};
