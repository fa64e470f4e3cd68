import * as E from 'fp-ts/lib/Either.js';
import { sameJson } from '../codec/json.js';
import { type Decider, isEventOf } from '../decider.js';
import type { WebhookEndpointId } from '../ids.js';
import { createdBefore, existing } from '../ownership.js';
import { streamName } from '../stream-names.js';
import type {
  ChangeWebhookEndpoint,
  RegisterWebhookEndpoint,
  RotateWebhookSecret,
  WebhookEndpointCommand,
} from './commands.js';
import { type SecretRotation, WEBHOOK_ENDPOINT_EVENTS, type WebhookEndpointEvent } from './events.js';
import type { WebhookEndpointRefusal } from './refusals.js';
import { evolveWebhookEndpoint, type WebhookEndpoint, type WebhookEndpointState } from './state.js';

export const webhookEndpointStream = (id: WebhookEndpointId): `webhookEndpoint-${WebhookEndpointId}` =>
  streamName('webhookEndpoint', id);

/** How long the previous secret keeps signing along with a new one. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

type Decision = E.Either<WebhookEndpointRefusal, ReadonlyArray<WebhookEndpointEvent>>;

const register = (command: RegisterWebhookEndpoint, state: WebhookEndpointState): Decision => {
  const { type: _, ...data } = command;
  const { endpointId, ownerId } = data;
  return state._tag === 'NoWebhookEndpoint'
    ? E.right([{ type: 'WebhookEndpointRegistered', data }])
    : createdBefore('WebhookEndpoint', { endpointId }, ownerId, state);
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
  const found = existing('WebhookEndpoint', { endpointId }, ownerId)(state);
  if (E.isLeft(found)) return found;
  const endpoint = found.right;
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
  evolve: evolveWebhookEndpoint,
};
