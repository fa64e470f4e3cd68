import type { OwnerId, WebhookEndpointId } from '../ids.js';
import type { WebhookEventName } from './events.js';

interface OnEndpoint {
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
  /** ISO 8601 */
  readonly at: string;
}

export interface RegisterWebhookEndpoint extends OnEndpoint {
  readonly type: 'RegisterWebhookEndpoint';
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly description?: string;
}

export interface DeleteWebhookEndpoint extends OnEndpoint {
  readonly type: 'DeleteWebhookEndpoint';
}

export type WebhookEndpointCommand = RegisterWebhookEndpoint | DeleteWebhookEndpoint;
