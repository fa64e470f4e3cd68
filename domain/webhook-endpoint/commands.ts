import type { CommandsOf } from '../aggregate.js';
import type {
  DisablingReason,
  WebhookEndpointChanged,
  WebhookEndpointDeleted,
  WebhookEndpointRegistered,
} from './events.js';

type OnEndpoint = WebhookEndpointDeleted['data'];
type Details = Pick<WebhookEndpointChanged['data'], 'url' | 'events'>;

export type WebhookEndpointCommand = CommandsOf<{
  /** `secretId`: the id under which its first secret is stored. */
  RegisterWebhookEndpoint: WebhookEndpointRegistered['data'] & { readonly secretId: string };
  /** Absent fields stay as they are; a `null` description is removed. */
  ChangeWebhookEndpoint: OnEndpoint & Partial<Details> & { readonly description?: string | null };
  PauseWebhookEndpoint: OnEndpoint;
  /** Ends a pause, or re-enables a disabled endpoint. */
  ResumeWebhookEndpoint: OnEndpoint;
  /** `failingSince`: when the failures that led to this began (ISO 8601). */
  DisableWebhookEndpoint: OnEndpoint & { readonly reason: DisablingReason; readonly failingSince: string };
  /**
   * `secretId`: the id under which the new secret is stored. `xSignatureSwitchesAt`: ISO 8601, at most the end of the
   * overlap, which is the default.
   */
  RotateWebhookSecret: OnEndpoint & { readonly secretId: string; readonly xSignatureSwitchesAt?: string };
  DeleteWebhookEndpoint: OnEndpoint;
}>;
