import type { WebhookEndpointId } from '../domain/ids.js';
import { type SecretRotation, secretIdOf } from '../domain/webhook-endpoint/events.js';
import { insert, projection, update } from './change.js';

const secretVersions = 'webhook_secret_versions';

/**
 * A version of an endpoint's secret. The expiry of the previous one is stored in this row, so that every row derives
 * from one event and the order in which secrets were stored does not matter.
 */
const secretVersion = (
  endpointId: WebhookEndpointId,
  rotation: Omit<SecretRotation, 'previousExpireAt'> & { readonly previousExpireAt: string | null },
) =>
  insert(
    {
      endpoint_id: endpointId,
      version: rotation.secretVersion,
      secret_id: secretIdOf(rotation, rotation.secretVersion),
      x_signature_from: rotation.xSignatureSwitchesAt,
      previous_expire_at: rotation.previousExpireAt,
    },
    secretVersions,
  );

/**
 * All webhook endpoints, including deleted ones, and which secrets sign when. `active_since`: earlier failures do not
 * count against the endpoint.
 */
export const webhookEndpoints = projection('webhook-endpoints', ['webhook_endpoints', secretVersions], {
  WebhookEndpointRegistered: (
    { endpointId, ownerId, url, events, description, at, ...secret },
    { position },
  ) => [
    insert({
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
      registered_commit: position.commit.toString(),
    }),
    secretVersion(endpointId, {
      ...secret,
      secretVersion: 1,
      xSignatureSwitchesAt: at,
      previousExpireAt: null,
    }),
  ],
  WebhookEndpointChanged: ({ endpointId, url, events, description, at }) =>
    update(
      { endpoint_id: endpointId },
      { url, events, description: description ?? null, active_since: at, updated_at: at },
    ),
  WebhookEndpointPaused: ({ endpointId, at }) =>
    update({ endpoint_id: endpointId }, { status: 'paused', updated_at: at }),
  WebhookEndpointResumed: ({ endpointId, at }) =>
    update(
      { endpoint_id: endpointId },
      { status: 'active', disabled_reason: null, active_since: at, updated_at: at },
    ),
  WebhookEndpointDisabled: ({ endpointId, reason, at }) =>
    update({ endpoint_id: endpointId }, { status: 'disabled', disabled_reason: reason, updated_at: at }),
  WebhookSecretRotated: ({ endpointId, ...rotation }) => secretVersion(endpointId, rotation),
  WebhookEndpointDeleted: ({ endpointId, at }) => [
    update({ endpoint_id: endpointId }, { deleted_at: at }),
    { _tag: 'ForgetEndpoint', endpointId, at },
  ],
});
