import type * as t from 'io-ts';
import { oneOf } from '../codec/scalars.js';
import type { SecretRotation, WebhookEndpointEvent, WebhookEndpointRegistered } from './events.js';

/** `paused` by its owner, `disabled` by the service; either holds deliveries back. */
export const WebhookEndpointStatus = oneOf('active', 'paused', 'disabled');
export type WebhookEndpointStatus = t.TypeOf<typeof WebhookEndpointStatus>;

export type WebhookEndpoint = Omit<WebhookEndpointRegistered['data'], 'endpointId' | 'secretId' | 'at'> & {
  readonly _tag: 'WebhookEndpoint';
  readonly status: WebhookEndpointStatus;
  /** When it was registered, last changed or resumed (ISO 8601); earlier failures no longer count. */
  readonly activeSince: string;
  /** Every rotation of the secret, oldest first. */
  readonly rotations: ReadonlyArray<SecretRotation>;
};

export type WebhookEndpointState =
  { readonly _tag: 'NoWebhookEndpoint' } | { readonly _tag: 'DeletedWebhookEndpoint' } | WebhookEndpoint;

export const evolveWebhookEndpoint = (
  state: WebhookEndpointState,
  event: WebhookEndpointEvent,
): WebhookEndpointState => {
  if (event.type === 'WebhookEndpointRegistered') {
    const { endpointId: _, secretId: _secret, at, ...registered } = event.data;
    return { _tag: 'WebhookEndpoint', ...registered, status: 'active', activeSince: at, rotations: [] };
  }
  if (state._tag !== 'WebhookEndpoint') return state;
  switch (event.type) {
    case 'WebhookEndpointChanged': {
      const { endpointId: _, at, ...changed } = event.data;
      const { description: _description, ...before } = state;
      return { ...before, ...changed, activeSince: at };
    }
    case 'WebhookEndpointPaused':
      return { ...state, status: 'paused' };
    case 'WebhookEndpointResumed':
      return { ...state, status: 'active', activeSince: event.data.at };
    case 'WebhookEndpointDisabled':
      return { ...state, status: 'disabled' };
    case 'WebhookSecretRotated': {
      const { endpointId: _, ownerId: _owner, at: _at, ...rotation } = event.data;
      return { ...state, rotations: [...state.rotations, rotation] };
    }
    case 'WebhookEndpointDeleted':
      return { _tag: 'DeletedWebhookEndpoint' };
  }
};
