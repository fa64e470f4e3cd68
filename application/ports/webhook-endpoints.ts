import type { Option } from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { OwnerId, WebhookEndpointId } from '../../domain/ids.js';
import type { DisablingReason, WebhookEndpointChanged } from '../../domain/webhook-endpoint/events.js';
import type { WebhookEndpointStatus } from '../../domain/webhook-endpoint/state.js';
import type { Fault } from './fault.js';
import type { Page, PageRequest } from './paging.js';

export interface WebhookEndpointRow extends Omit<WebhookEndpointChanged['data'], 'at'> {
  readonly status: WebhookEndpointStatus;
  /** Why the service disabled it, if it did. */
  readonly disabledReason?: DisablingReason;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface WebhookEndpointQueries {
  readonly byId: (id: WebhookEndpointId) => TaskEither<Fault, Option<WebhookEndpointRow>>;
  readonly list: (owner: OwnerId, page: PageRequest) => TaskEither<Fault, Page<WebhookEndpointRow>>;
}
