import type { OwnerId, WebhookEndpointId } from '../ids.js';
import type { DisablingReason, WebhookEventName } from './events.js';

interface OnEndpoint {
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
  /** ISO 8601 */
  readonly at: string;
}

/** `secretId`: the id under which its first secret is stored. */
export interface RegisterWebhookEndpoint extends OnEndpoint {
  readonly type: 'RegisterWebhookEndpoint';
  readonly secretId: string;
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly description?: string;
}

/** Changes the given fields; a `null` description removes it. */
export interface ChangeWebhookEndpoint extends OnEndpoint {
  readonly type: 'ChangeWebhookEndpoint';
  readonly url?: string;
  readonly events?: ReadonlyArray<WebhookEventName>;
  readonly description?: string | null;
}

export interface PauseWebhookEndpoint extends OnEndpoint {
  readonly type: 'PauseWebhookEndpoint';
}

/** Ends a pause, or re-enables a disabled endpoint. */
export interface ResumeWebhookEndpoint extends OnEndpoint {
  readonly type: 'ResumeWebhookEndpoint';
}

/** `failingSince`: when the failures that led to this began (ISO 8601). */
export interface DisableWebhookEndpoint extends OnEndpoint {
  readonly type: 'DisableWebhookEndpoint';
  readonly reason: DisablingReason;
  readonly failingSince: string;
}

/**
 * `secretId`: the id under which the new secret is stored. `xSignatureSwitchesAt`: ISO 8601, at most the end of the
 * overlap, which is the default.
 */
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
