import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { sameJson } from '../codec/json.js';
import { oneOf } from '../codec/scalars.js';
import { type Decider, isEventOf } from '../decider.js';
import type { OwnerId, WebhookEndpointId } from '../ids.js';
import { createdBefore, ownedBy } from '../ownership.js';
import { streamName } from '../stream-names.js';
import type {
  ChangeWebhookEndpoint,
  RegisterWebhookEndpoint,
  RotateWebhookSecret,
  WebhookEndpointCommand,
} from './commands.js';
import {
  type SecretRotation,
  WEBHOOK_ENDPOINT_EVENTS,
  type WebhookEndpointEvent,
  type WebhookEventName,
} from './events.js';
import type { WebhookEndpointRefusal } from './refusals.js';

export const webhookEndpointStream = (id: WebhookEndpointId): `webhookEndpoint-${WebhookEndpointId}` =>
  streamName('webhookEndpoint', id);

/** How long the previous secret keeps signing along with a new one. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

/** `paused` by its owner, `disabled` by the service; either holds deliveries back. */
export const WebhookEndpointStatus = oneOf('active', 'paused', 'disabled');
export type WebhookEndpointStatus = t.TypeOf<typeof WebhookEndpointStatus>;

export interface WebhookEndpoint {
  readonly _tag: 'WebhookEndpoint';
  readonly ownerId: OwnerId;
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly description?: string;
  readonly status: WebhookEndpointStatus;
  /** When it was registered, last changed or resumed (ISO 8601); earlier failures no longer count. */
  readonly activeSince: string;
  /** Every rotation of the secret, oldest first. */
  readonly rotations: ReadonlyArray<SecretRotation>;
}

export type WebhookEndpointState =
  { readonly _tag: 'NoWebhookEndpoint' } | { readonly _tag: 'DeletedWebhookEndpoint' } | WebhookEndpoint;

const evolve = (state: WebhookEndpointState, event: WebhookEndpointEvent): WebhookEndpointState => {
  if (event.type === 'WebhookEndpointRegistered') {
    const { endpointId: _, secretId: _secret, at, ...registered } = event.data;
    return { _tag: 'WebhookEndpoint', ...registered, status: 'active', activeSince: at, rotations: [] };
  }
  if (state._tag !== 'WebhookEndpoint') return state;
  switch (event.type) {
    case 'WebhookEndpointChanged': {
      const { endpointId: _, at, ...changed } = event.data;
      const { description: _description, ...kept } = state;
      return { ...kept, ...changed, activeSince: at };
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

type Decision = E.Either<WebhookEndpointRefusal, ReadonlyArray<WebhookEndpointEvent>>;

/** The endpoint in a state, if it exists and belongs to the owner. */
export const ownedWebhookEndpoint =
  (endpointId: WebhookEndpointId, ownerId: OwnerId) =>
  (state: WebhookEndpointState): E.Either<WebhookEndpointRefusal, WebhookEndpoint> =>
    state._tag === 'WebhookEndpoint'
      ? ownedBy<WebhookEndpointRefusal>(ownerId, {
          _tag: 'WebhookEndpointBelongsToAnotherOwner',
          endpointId,
        })(state)
      : E.left({ _tag: 'WebhookEndpointDoesNotExist', endpointId });

const register = (command: RegisterWebhookEndpoint, state: WebhookEndpointState): Decision => {
  const { type: _, ...data } = command;
  const taken = { _tag: 'WebhookEndpointAlreadyExists', endpointId: data.endpointId } as const;
  if (state._tag === 'DeletedWebhookEndpoint') return E.left(taken);
  return state._tag === 'WebhookEndpoint'
    ? createdBefore<WebhookEndpointRefusal>(data.ownerId, taken)(state)
    : E.right([{ type: 'WebhookEndpointRegistered', data }]);
};

const change = (command: ChangeWebhookEndpoint, endpoint: WebhookEndpoint): Decision => {
  const { endpointId, ownerId, at } = command;
  const before = endpoint.description === undefined ? {} : { description: endpoint.description };
  const after =
    command.description === undefined ? before : { description: command.description ?? undefined };
  const data = {
    endpointId,
    ownerId,
    url: command.url ?? endpoint.url,
    events: command.events ?? endpoint.events,
    ...(after.description === undefined ? {} : { description: after.description }),
    at,
  };
  const same =
    data.url === endpoint.url &&
    sameJson(data.events, endpoint.events) &&
    data.description === endpoint.description;
  return E.right(same ? [] : [{ type: 'WebhookEndpointChanged', data }]);
};

const rotationTo = (secretId: string, { rotations }: WebhookEndpoint): SecretRotation | undefined =>
  rotations.find((rotation) => rotation.secretId === secretId);

const rotate = (command: RotateWebhookSecret, endpoint: WebhookEndpoint): Decision => {
  const { endpointId, ownerId, secretId, at } = command;
  const previousExpireAt = new Date(Date.parse(at) + SECRET_OVERLAP_MS).toISOString();
  const xSignatureSwitchesAt = command.xSignatureSwitchesAt ?? previousExpireAt;
  if (Date.parse(xSignatureSwitchesAt) > Date.parse(previousExpireAt)) {
    const problems = [`xSignatureSwitchesAt must be no later than ${previousExpireAt}`];
    return E.left({ _tag: 'WebhookRequestIsInvalid', problems });
  }
  // The same rotation requested again, after a crash: its secret id identifies it.
  if (rotationTo(secretId, endpoint)) return E.right([]);
  const rotation = {
    secretId,
    secretVersion: (endpoint.rotations.at(-1)?.secretVersion ?? 1) + 1,
    previousExpireAt,
    xSignatureSwitchesAt,
  };
  return E.right([{ type: 'WebhookSecretRotated', data: { endpointId, ownerId, ...rotation, at } }]);
};

/** The rotation that introduced this secret, whatever happened since. */
export const rotationOf =
  (endpointId: WebhookEndpointId, secretId: string) =>
  (state: WebhookEndpointState): E.Either<WebhookEndpointRefusal, SecretRotation> => {
    const rotation = state._tag === 'WebhookEndpoint' ? rotationTo(secretId, state) : undefined;
    return rotation ? E.right(rotation) : E.left({ _tag: 'WebhookEndpointDoesNotExist', endpointId });
  };

const decide = (command: WebhookEndpointCommand, state: WebhookEndpointState): Decision => {
  const { endpointId, ownerId, at } = command;
  const facts = { endpointId, ownerId, at };
  if (command.type === 'RegisterWebhookEndpoint') return register(command, state);
  const owned = ownedWebhookEndpoint(endpointId, ownerId)(state);
  if (E.isLeft(owned)) return owned;
  const endpoint = owned.right;
  switch (command.type) {
    case 'ChangeWebhookEndpoint':
      return change(command, endpoint);
    case 'PauseWebhookEndpoint':
      if (endpoint.status === 'disabled') return E.left({ _tag: 'WebhookEndpointIsDisabled', endpointId });
      return E.right(endpoint.status === 'paused' ? [] : [{ type: 'WebhookEndpointPaused', data: facts }]);
    case 'ResumeWebhookEndpoint':
      return E.right(endpoint.status === 'active' ? [] : [{ type: 'WebhookEndpointResumed', data: facts }]);
    case 'DisableWebhookEndpoint': {
      // Failures from before the owner resumed or changed the endpoint do not disable it.
      const outdated = Date.parse(command.failingSince) < Date.parse(endpoint.activeSince);
      if (endpoint.status === 'disabled' || outdated) return E.right([]);
      return E.right([{ type: 'WebhookEndpointDisabled', data: { ...facts, reason: command.reason } }]);
    }
    case 'RotateWebhookSecret':
      return rotate(command, endpoint);
    case 'DeleteWebhookEndpoint':
      return E.right([{ type: 'WebhookEndpointDeleted', data: facts }]);
  }
};

/** Webhook endpoints: registered, changed, paused, resumed, disabled by the service, then deleted for good. */
export const webhookEndpointDecider: Decider<
  WebhookEndpointCommand,
  WebhookEndpointState,
  WebhookEndpointEvent,
  WebhookEndpointRefusal
> = {
  isEvent: isEventOf<WebhookEndpointEvent>(WEBHOOK_ENDPOINT_EVENTS),
  initialState: { _tag: 'NoWebhookEndpoint' },
  decide,
  evolve,
};
