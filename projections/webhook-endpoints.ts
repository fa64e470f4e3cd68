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
      endpointId,
      version: rotation.secretVersion,
      secretId: secretIdOf(rotation, rotation.secretVersion),
      xSignatureFrom: rotation.xSignatureSwitchesAt,
      previousExpireAt: rotation.previousExpireAt,
    },
    secretVersions,
  );

/**
 * All webhook endpoints, including deleted ones, and the validity of their secrets. Failures before `active_since` do not count
 * against an endpoint.
 */
export const webhookEndpoints = projection('webhook-endpoints', ['webhook_endpoints', secretVersions], {
  WebhookEndpointRegistered: (
    { endpointId, ownerId, url, events, description, at, ...secret },
    { position },
  ) => [
    insert({
      endpointId,
      ownerId,
      url,
      events,
      description,
      status: 'active',
      activeSince: at,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
      registeredCommit: position.commit.toString(),
    }),
    secretVersion(endpointId, {
      ...secret,
      secretVersion: 1,
      xSignatureSwitchesAt: at,
      previousExpireAt: null,
    }),
  ],
  WebhookEndpointChanged: ({ endpointId, url, events, description, at }) =>
    update({ endpointId }, { url, events, description, activeSince: at, updatedAt: at }),
  WebhookEndpointPaused: ({ endpointId, at }) => update({ endpointId }, { status: 'paused', updatedAt: at }),
  WebhookEndpointResumed: ({ endpointId, at }) =>
    update({ endpointId }, { status: 'active', disabledReason: null, activeSince: at, updatedAt: at }),
  WebhookEndpointDisabled: ({ endpointId, reason, at }) =>
    update({ endpointId }, { status: 'disabled', disabledReason: reason, updatedAt: at }),
  WebhookSecretRotated: ({ endpointId, ...rotation }) => secretVersion(endpointId, rotation),
  WebhookEndpointDeleted: ({ endpointId, at }) => [
    update({ endpointId }, { deletedAt: at }),
    { _tag: 'ForgetEndpoint', endpointId, at },
  ],
});
