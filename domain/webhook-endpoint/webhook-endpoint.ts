import * as E from 'fp-ts/lib/Either.js';
import type { Decider } from '../decider.js';
import type { OwnerId, WebhookEndpointId } from '../ids.js';
import type { WebhookEndpointCommand } from './commands.js';
import type { WebhookEndpointEvent } from './events.js';
import type { WebhookEndpointRefusal } from './refusals.js';

/** The stream of one webhook endpoint's events. */
export const webhookEndpointStream = (id: WebhookEndpointId): `webhookEndpoint-${WebhookEndpointId}` =>
  `webhookEndpoint-${id}`;

export type WebhookEndpointState =
  | { readonly _tag: 'NoEndpoint' }
  | { readonly _tag: 'Endpoint'; readonly ownerId: OwnerId; readonly deleted: boolean };

const evolve = (state: WebhookEndpointState, event: WebhookEndpointEvent): WebhookEndpointState => {
  switch (event.type) {
    case 'WebhookEndpointRegistered':
      return { _tag: 'Endpoint', ownerId: event.data.ownerId, deleted: false };
    case 'WebhookEndpointDeleted':
      return state._tag === 'Endpoint' ? { ...state, deleted: true } : state;
  }
};

const decide = (
  command: WebhookEndpointCommand,
  state: WebhookEndpointState,
): E.Either<WebhookEndpointRefusal, ReadonlyArray<WebhookEndpointEvent>> => {
  const { endpointId, ownerId, at } = command;
  if (command.type === 'RegisterWebhookEndpoint') {
    if (state._tag === 'Endpoint')
      return state.ownerId === ownerId
        ? E.right([])
        : E.left({ _tag: 'WebhookEndpointAlreadyExists', endpointId });
    const { type: _, ...data } = command;
    return E.right([{ type: 'WebhookEndpointRegistered', data }]);
  }
  if (state._tag === 'NoEndpoint' || state.deleted)
    return E.left({ _tag: 'WebhookEndpointDoesNotExist', endpointId });
  if (state.ownerId !== ownerId) return E.left({ _tag: 'WebhookEndpointBelongsToAnotherOwner', endpointId });
  return E.right([{ type: 'WebhookEndpointDeleted', data: { endpointId, ownerId, at } }]);
};

/** Webhook endpoints: registered, then deleted for good. */
export const webhookEndpointDecider: Decider<
  WebhookEndpointCommand,
  WebhookEndpointState,
  WebhookEndpointEvent,
  WebhookEndpointRefusal
> = { initialState: { _tag: 'NoEndpoint' }, decide, evolve };
