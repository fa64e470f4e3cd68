import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { count, event, recordedAt, stored } from '../codec/stored.js';
import { OwnerId, WebhookEndpointId } from '../ids.js';

// These names and shapes are stored forever. The signing secrets are kept elsewhere: events hold no secret, only its name.

/** What a subscriber can be told of. */
export const WebhookEventName = oneOf('render.completed', 'render.failed');
export type WebhookEventName = t.TypeOf<typeof WebhookEventName>;

/** What a message can be about; a test is sent when its owner asks for one. */
export type WebhookMessageName = WebhookEventName | 'webhook.test';

const facts = { endpointId: WebhookEndpointId, ownerId: OwnerId, at: recordedAt };

/** The endpoint as it is now, whole. */
const details = { ...facts, url: t.string, events: t.readonlyArray(WebhookEventName) };

/** No description means that it has none, or none any more. */
const description = { description: t.string };

/** What the secret is kept under; events of earlier releases do not say: see {@link secretIdOf}. */
const secretId = { secretId: t.string };

export const WebhookEndpointRegistered = event(
  'WebhookEndpointRegistered',
  stored(details, { ...description, ...secretId }),
);

export const WebhookEndpointChanged = event('WebhookEndpointChanged', stored(details, description));

/** The owner holds deliveries back for a while. */
export const WebhookEndpointPaused = event('WebhookEndpointPaused', stored(facts));

/** Deliveries go on, those held back first. */
export const WebhookEndpointResumed = event('WebhookEndpointResumed', stored(facts));

/** `gone`: it answered 410. `failing`: nothing but failures for as long as the service tolerates. */
export const DisablingReason = oneOf('gone', 'failing');
export type DisablingReason = t.TypeOf<typeof DisablingReason>;

/** The service gave the endpoint up: deliveries are held back until the owner resumes it. */
export const WebhookEndpointDisabled = event(
  'WebhookEndpointDisabled',
  stored({ ...facts, reason: DisablingReason }),
);

const rotation = {
  /** Counts the endpoint's secrets from 1. */
  secretVersion: count,
  /** Until then the secrets before this one sign too. */
  previousExpireAt: recordedAt,
  /** From then on `X-Signature`, which has room for one signature, is made with this secret. */
  xSignatureSwitchesAt: recordedAt,
};

/** When a rotation takes effect. */
export const SecretRotation = stored(rotation, secretId);
export type SecretRotation = t.TypeOf<typeof SecretRotation>;

/** What the secret of this version is kept under: earlier releases kept it under the number of its version. */
export const secretIdOf = (named: { readonly secretId?: string }, secretVersion: number): string =>
  named.secretId ?? String(secretVersion);

export const WebhookSecretRotated = event(
  'WebhookSecretRotated',
  stored({ ...facts, ...rotation }, secretId),
);

export const WebhookEndpointDeleted = event('WebhookEndpointDeleted', stored(facts));

export const WEBHOOK_ENDPOINT_EVENTS = {
  WebhookEndpointRegistered,
  WebhookEndpointChanged,
  WebhookEndpointPaused,
  WebhookEndpointResumed,
  WebhookEndpointDisabled,
  WebhookSecretRotated,
  WebhookEndpointDeleted,
} as const;
export type WebhookEndpointEvent = t.TypeOf<
  (typeof WEBHOOK_ENDPOINT_EVENTS)[keyof typeof WEBHOOK_ENDPOINT_EVENTS]
>;
