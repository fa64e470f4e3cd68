import * as E from 'fp-ts/lib/Either.js';
import { aggregate } from '../aggregate.js';
import { definedFields, sameJson } from '../codec/json.js';
import type { Decider } from '../decider.js';
import type { WebhookEndpointId } from '../ids.js';
import { streamName } from '../stream-names.js';
import type { WebhookEndpointCommand } from './commands.js';
import { type SecretRotation, WEBHOOK_ENDPOINT_EVENTS, type WebhookEndpointEvent } from './events.js';
import type { WebhookEndpointRefusal } from './refusals.js';
import { evolveWebhookEndpoint, type WebhookEndpoint, type WebhookEndpointState } from './state.js';

export const webhookEndpointStream = (id: WebhookEndpointId): `webhookEndpoint-${WebhookEndpointId}` =>
  streamName('webhookEndpoint', id);

/** How long the previous secret keeps signing along with a new one. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

const rotationTo = (secretId: string, { rotations }: WebhookEndpoint): SecretRotation | undefined =>
  rotations.find((rotation) => rotation.secretId === secretId);

/** The rotation that introduced this secret, even if later ones followed. */
export const rotationOf =
  (endpointId: WebhookEndpointId, secretId: string) =>
  (state: WebhookEndpointState): E.Either<WebhookEndpointRefusal, SecretRotation> => {
    const rotation = state._tag === 'WebhookEndpoint' ? rotationTo(secretId, state) : undefined;
    return rotation ? E.right(rotation) : E.left({ _tag: 'WebhookEndpointDoesNotExist', endpointId });
  };

/** Webhook endpoints: registered, changed, paused, resumed, disabled by the service, then deleted for good. */
export const webhookEndpointDecider: Decider<
  WebhookEndpointCommand,
  WebhookEndpointState,
  WebhookEndpointEvent,
  WebhookEndpointRefusal
> = aggregate({
  category: 'webhookEndpoint',
  events: WEBHOOK_ENDPOINT_EVENTS,
  evolve: evolveWebhookEndpoint,
  createdBy: 'RegisterWebhookEndpoint',
  create: (data) => E.right([{ type: 'WebhookEndpointRegistered', data }]),
  handle: {
    ChangeWebhookEndpoint: ({ url, events, description }, endpoint, facts) => {
      const before = { url: endpoint.url, events: endpoint.events, description: endpoint.description };
      const after = definedFields({
        url: url ?? before.url,
        events: events ?? before.events,
        description: description === undefined ? before.description : (description ?? undefined),
      });
      return E.right(
        sameJson(before, after) ? [] : [{ type: 'WebhookEndpointChanged', data: { ...facts, ...after } }],
      );
    },
    PauseWebhookEndpoint: ({ endpointId }, { status }, facts) => {
      if (status === 'disabled') return E.left({ _tag: 'WebhookEndpointIsDisabled', endpointId });
      return E.right(status === 'paused' ? [] : [{ type: 'WebhookEndpointPaused', data: facts }]);
    },
    ResumeWebhookEndpoint: (_, { status }, facts) =>
      E.right(status === 'active' ? [] : [{ type: 'WebhookEndpointResumed', data: facts }]),
    DisableWebhookEndpoint: ({ failingSince, reason }, { status, activeSince }, facts) => {
      // Failures from before the owner resumed or changed the endpoint do not disable it.
      const outdated = Date.parse(failingSince) < Date.parse(activeSince);
      return E.right(
        status === 'disabled' || outdated
          ? []
          : [{ type: 'WebhookEndpointDisabled', data: { ...facts, reason } }],
      );
    },
    RotateWebhookSecret: ({ secretId, xSignatureSwitchesAt }, endpoint, facts) => {
      const previousExpireAt = new Date(Date.parse(facts.at) + SECRET_OVERLAP_MS).toISOString();
      const switchesAt = xSignatureSwitchesAt ?? previousExpireAt;
      if (Date.parse(switchesAt) > Date.parse(previousExpireAt))
        return E.left({ _tag: 'SecretSwitchIsTooLate', latest: previousExpireAt });
      // The same rotation requested again, after a crash: its secret id identifies it.
      if (rotationTo(secretId, endpoint)) return E.right([]);
      const secretVersion = (endpoint.rotations.at(-1)?.secretVersion ?? 1) + 1;
      const rotation = { secretId, secretVersion, previousExpireAt, xSignatureSwitchesAt: switchesAt };
      return E.right([{ type: 'WebhookSecretRotated', data: { ...facts, ...rotation } }]);
    },
    DeleteWebhookEndpoint: (_, __, facts) => E.right([{ type: 'WebhookEndpointDeleted', data: facts }]),
  },
});
