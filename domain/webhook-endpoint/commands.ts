import type { OwnerId, WebhookEndpointId } from '../ids.js';
import type { DisablingReason, WebhookEventName } from './events.js';

interface OnEndpoint {
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
  /** ISO 8601 */
  readonly at: string;
}

/** `secretId`: what its first secret is kept under. */
export interface RegisterWebhookEndpoint extends OnEndpoint {
  readonly type: 'RegisterWebhookEndpoint';
  readonly secretId: string;
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly description?: string;
}

/** Changes what is given; a `null` description is taken away. */
export interface ChangeWebhookEndpoint extends OnEndpoint {
  readonly type: 'ChangeWebhookEndpoint';
  readonly url?: string;
  readonly events?: ReadonlyArray<WebhookEventName>;
  readonly description?: string | null;
}

export interface PauseWebhookEndpoint extends OnEndpoint {
  readonly type: 'PauseWebhookEndpoint';
}

/** Ends a pause, or takes a disabled endpoint into service again. */
export interface ResumeWebhookEndpoint extends OnEndpoint {
  readonly type: 'ResumeWebhookEndpoint';
}

/** `failingSince`: when the failures began that led to this (ISO 8601). */
export interface DisableWebhookEndpoint extends OnEndpoint {
  readonly type: 'DisableWebhookEndpoint';
  readonly reason: DisablingReason;
  readonly failingSince: string;
}

/** `secretId`: what the new secret is kept under. `xSignatureSwitchesAt`: ISO 8601, no later than the overlap lasts; left out, when the overlap ends. */
export interface RotateWebhookSecret extends OnEndpoint {
  readonly type: 'RotateWebhookSecret';
  readonly secretId: string;
  readonly xSignatureSwitchesAt?: string;
}

export interface DeleteWebhookEndpoint extends OnEndpoint {
  readonly type: 'DeleteWebhookEndpoint';
}

export type WebhookEndpointCommand =
  | RegisterWebhookEndpoint
  | ChangeWebhookEndpoint
  | PauseWebhookEndpoint
  | ResumeWebhookEndpoint
  | DisableWebhookEndpoint
  | RotateWebhookSecret
  | DeleteWebhookEndpoint;
