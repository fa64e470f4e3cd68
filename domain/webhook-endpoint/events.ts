import * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import { count, event, recordedAt, stored } from '../codec/stored.js';
import { OwnerId, WebhookEndpointId } from '../ids.js';

// These names and shapes are stored forever. Events have no signing secrets, only their ids.

/** The events that an endpoint can subscribe to. */
export const EVENT_NAMES = [
  'render.completed',
  'render.failed',
  'batch.completed',
  'asset.ready',
  'asset.refused',
  'comment.added',
  'comment.replied',
  'version.approved',
  'version.sent-back',
] as const;
export const WebhookEventName = oneOf(...EVENT_NAMES);
export type WebhookEventName = t.TypeOf<typeof WebhookEventName>;

/** The events that a message can carry; a test is sent when the owner requests one. */
export const WebhookMessageName = oneOf(...EVENT_NAMES, 'webhook.test');
export type WebhookMessageName = t.TypeOf<typeof WebhookMessageName>;

const facts = { endpointId: WebhookEndpointId, ownerId: OwnerId, at: recordedAt };

/** All fields of the endpoint after the change. */
const details = { ...facts, url: t.string, events: t.readonlyArray(WebhookEventName) };

/** Absent if the endpoint has no description, or no longer has one. */
const description = { description: t.string };

/** The id under which the secret is stored. Events of earlier releases lack it: see {@link secretIdOf}. */
const secretId = { secretId: t.string };

export const WebhookEndpointRegistered = event(
  'WebhookEndpointRegistered',
  stored(details, { ...description, ...secretId }),
);

export type WebhookEndpointRegistered = t.TypeOf<typeof WebhookEndpointRegistered>;

export const WebhookEndpointChanged = event('WebhookEndpointChanged', stored(details, description));

export type WebhookEndpointChanged = t.TypeOf<typeof WebhookEndpointChanged>;

/** The owner paused deliveries. */
export const WebhookEndpointPaused = event('WebhookEndpointPaused', stored(facts));

/** Deliveries resume, starting with those that were held back. */
export const WebhookEndpointResumed = event('WebhookEndpointResumed', stored(facts));

/** `gone`: it answered 410. `failing`: all attempts have failed for longer than the service tolerates. */
export const DisablingReason = oneOf('gone', 'failing');
export type DisablingReason = t.TypeOf<typeof DisablingReason>;

/** The service disabled the endpoint; deliveries are held back until the owner resumes it. */
export const WebhookEndpointDisabled = event(
  'WebhookEndpointDisabled',
  stored({ ...facts, reason: DisablingReason }),
);

const rotation = {
  /** Numbers the endpoint's secrets from 1. */
  secretVersion: count,
  /** Until then, messages are also signed with the previous secrets. */
  previousExpireAt: recordedAt,
  /** From then on, `X-Signature`, which holds a single signature, uses this secret. */
  xSignatureSwitchesAt: recordedAt,
};

/** When a rotation takes effect. */
export const SecretRotation = stored(rotation, secretId);
export type SecretRotation = t.TypeOf<typeof SecretRotation>;

/** The id under which the secret of this version is stored. Earlier releases used the number of the version. */
export const secretIdOf = (data: { readonly secretId?: string }, secretVersion: number): string =>
  data.secretId ?? String(secretVersion);

export const WebhookSecretRotated = event(
  'WebhookSecretRotated',
  stored({ ...facts, ...rotation }, secretId),
);

export const WebhookEndpointDeleted = event('WebhookEndpointDeleted', stored(facts));
export type WebhookEndpointDeleted = t.TypeOf<typeof WebhookEndpointDeleted>;

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
