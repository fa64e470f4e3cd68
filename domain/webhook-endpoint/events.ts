import type { OwnerId, WebhookEndpointId } from '../ids.js';

// These names and shapes are stored for ever. The signing secrets are kept elsewhere: events hold no secret, only its name.

/** What a subscriber can be told of. */
export type WebhookEventName = 'render.completed' | 'render.failed';

/** What a message can be about; a test is sent when its owner asks for one. */
export type WebhookMessageName = WebhookEventName | 'webhook.test';

interface EndpointFacts {
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
  /** ISO 8601 */
  readonly at: string;
}

interface EndpointDetails extends EndpointFacts {
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly description?: string;
}

/** An event that puts a secret into service. */
interface NamesSecret {
  /** What the secret is kept under; events of earlier releases do not say: see {@link secretIdOf}. */
  readonly secretId?: string;
}

export interface WebhookEndpointRegistered {
  readonly type: 'WebhookEndpointRegistered';
  readonly data: EndpointDetails & NamesSecret;
}

/** The endpoint as it is now, whole; no description means it has none any more. */
export interface WebhookEndpointChanged {
  readonly type: 'WebhookEndpointChanged';
  readonly data: EndpointDetails;
}

/** The owner holds deliveries back for a while. */
export interface WebhookEndpointPaused {
  readonly type: 'WebhookEndpointPaused';
  readonly data: EndpointFacts;
}

/** Deliveries go on, those held back first. */
export interface WebhookEndpointResumed {
  readonly type: 'WebhookEndpointResumed';
  readonly data: EndpointFacts;
}

/** `gone`: it answered 410. `failing`: nothing but failures for as long as the service bears it. */
export type DisablingReason = 'gone' | 'failing';

/** The service gave the endpoint up: deliveries are held back until the owner resumes it. */
export interface WebhookEndpointDisabled {
  readonly type: 'WebhookEndpointDisabled';
  readonly data: EndpointFacts & { readonly reason: DisablingReason };
}

/** When a rotation takes effect. Times are ISO 8601. */
export interface SecretRotation extends NamesSecret {
  /** Counts the endpoint's secrets from 1. */
  readonly secretVersion: number;
  /** Until then the secrets before this one sign too. */
  readonly previousExpireAt: string;
  /** From then on `X-Signature`, which has room for one signature, is made with this secret. */
  readonly xSignatureSwitchesAt: string;
}

/** What the secret of this version is kept under: earlier releases kept it under the number of its version. */
export const secretIdOf = ({ secretId }: NamesSecret, secretVersion: number): string =>
  secretId ?? String(secretVersion);

export interface WebhookSecretRotated {
  readonly type: 'WebhookSecretRotated';
  readonly data: EndpointFacts & SecretRotation;
}

export interface WebhookEndpointDeleted {
  readonly type: 'WebhookEndpointDeleted';
  readonly data: EndpointFacts;
}

export type WebhookEndpointEvent =
  | WebhookEndpointRegistered
  | WebhookEndpointChanged
  | WebhookEndpointPaused
  | WebhookEndpointResumed
  | WebhookEndpointDisabled
  | WebhookSecretRotated
  | WebhookEndpointDeleted;
