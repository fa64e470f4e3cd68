import type { OwnerId, WebhookEndpointId } from '../ids.js';

// These names and shapes are stored for ever. The signing secrets are kept elsewhere: events hold no secret.

/** What a subscriber can be told of. */
export type WebhookEventName = 'render.completed' | 'render.failed';

interface EndpointFacts {
  readonly endpointId: WebhookEndpointId;
  readonly ownerId: OwnerId;
  /** ISO 8601 */
  readonly at: string;
}

export interface WebhookEndpointRegistered {
  readonly type: 'WebhookEndpointRegistered';
  readonly data: EndpointFacts & {
    readonly url: string;
    readonly events: ReadonlyArray<WebhookEventName>;
    readonly description?: string;
  };
}

export interface WebhookEndpointDeleted {
  readonly type: 'WebhookEndpointDeleted';
  readonly data: EndpointFacts;
}

export type WebhookEndpointEvent = WebhookEndpointRegistered | WebhookEndpointDeleted;
