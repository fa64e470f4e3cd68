import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { WebhookEndpointEvent } from '../../domain/webhook-endpoint/events.js';
import { rotationOf, webhookEndpointDecider } from '../../domain/webhook-endpoint/webhook-endpoint.js';
import { specFor } from '../support/decider-spec.js';
import { at, endpointId, owner } from '../support/examples.js';

const DAY = 24 * 60 * 60;
const { given } = specFor(webhookEndpointDecider);

const facts = (seconds = 0) => ({ endpointId, ownerId: owner, at: at(seconds) });
const details = { url: 'https://example.org/hook', events: ['render.completed'] } as const;

const registered: WebhookEndpointEvent = {
  type: 'WebhookEndpointRegistered',
  data: { ...facts(), secretId: 'first', ...details, description: 'mine' },
};
const paused: WebhookEndpointEvent = { type: 'WebhookEndpointPaused', data: facts(1) };
const resumed = (seconds = 2): WebhookEndpointEvent => ({
  type: 'WebhookEndpointResumed',
  data: facts(seconds),
});
const disabled = (seconds = 1): WebhookEndpointEvent => ({
  type: 'WebhookEndpointDisabled',
  data: { ...facts(seconds), reason: 'failing' },
});
const changed = (seconds: number, more: object): WebhookEndpointEvent => ({
  type: 'WebhookEndpointChanged',
  data: { ...facts(seconds), ...details, ...more },
});
const deleted: WebhookEndpointEvent = { type: 'WebhookEndpointDeleted', data: facts(1) };
const rotated = (secretVersion: number, seconds: number, switches = seconds + DAY): WebhookEndpointEvent => ({
  type: 'WebhookSecretRotated',
  data: {
    ...facts(seconds),
    secretId: `of ${seconds}`,
    secretVersion,
    previousExpireAt: at(seconds + DAY),
    xSignatureSwitchesAt: at(switches),
  },
});

const register = {
  type: 'RegisterWebhookEndpoint',
  ...facts(),
  secretId: 'first',
  ...details,
  description: 'mine',
} as const;
const pause = { type: 'PauseWebhookEndpoint', ...facts(1) } as const;
const resume = { type: 'ResumeWebhookEndpoint', ...facts(2) } as const;
const remove = { type: 'DeleteWebhookEndpoint', ...facts(1) } as const;
const disable = (failingSince: number) =>
  ({
    type: 'DisableWebhookEndpoint',
    ...facts(1),
    reason: 'failing',
    failingSince: at(failingSince),
  }) as const;
const change = (seconds: number, more: object) =>
  ({ type: 'ChangeWebhookEndpoint', ...facts(seconds), ...more }) as const;
const rotate = (seconds: number, more: object = {}) =>
  ({ type: 'RotateWebhookSecret', ...facts(seconds), secretId: `of ${seconds}`, ...more }) as const;

describe('webhook endpoint', () => {
  it('is registered, but not again after it was deleted', () => {
    given().when(register).thenEvents(registered);
    given(registered, deleted)
      .when(register)
      .thenRefused({ _tag: 'WebhookEndpointAlreadyExists', endpointId });
  });

  it('is deleted permanently', () => {
    given(registered).when(remove).thenEvents(deleted);
    for (const command of [remove, pause, resume, disable(0), change(2, {}), rotate(2)])
      given(registered, deleted)
        .when(command)
        .thenRefused({ _tag: 'WebhookEndpointDoesNotExist', endpointId });
  });

  it('changes only the sent fields; null removes the description', () => {
    const url = 'https://example.org/other';
    given(registered)
      .when(change(3, { url }))
      .thenEvents(changed(3, { url, description: 'mine' }));
    given(registered)
      .when(change(3, { events: ['render.failed'] }))
      .thenEvents(changed(3, { events: ['render.failed'], description: 'mine' }));
    given(registered)
      .when(change(3, { description: null }))
      .thenEvents(changed(3, {}));
    given(registered, changed(3, {}))
      .when(change(4, { description: null }))
      .thenNothing();
    given(registered)
      .when(change(3, { ...details, description: 'mine' }))
      .thenNothing();
  });

  it('is paused once and resumed once', () => {
    given(registered).when(pause).thenEvents(paused);
    given(registered, paused).when(pause).thenNothing();
    given(registered, paused).when(resume).thenEvents(resumed());
    given(registered, paused, resumed()).when(resume).thenNothing();
  });

  it('is disabled once, cannot be paused then, and is resumed by its owner', () => {
    given(registered).when(disable(0)).thenEvents(disabled());
    given(registered, paused).when(disable(0)).thenEvents(disabled());
    given(registered, disabled()).when(disable(0)).thenNothing();
    given(registered, disabled()).when(pause).thenRefused({ _tag: 'WebhookEndpointIsDisabled', endpointId });
    given(registered, disabled()).when(resume).thenEvents(resumed());
  });

  it('is not disabled for failures from before it was resumed or changed', () => {
    given(registered, disabled(), resumed(2)).when(disable(1)).thenNothing();
    given(registered, changed(2, {})).when(disable(1)).thenNothing();
    given(registered, changed(2, {}))
      .when({ ...disable(2), at: at(3) })
      .thenEvents(disabled(3));
  });

  it('rotates its secret: the previous one expires after 24 hours, X-Signature switches then or when requested', () => {
    given(registered).when(rotate(5)).thenEvents(rotated(2, 5));
    given(registered)
      .when(rotate(5, { xSignatureSwitchesAt: at(60) }))
      .thenEvents(rotated(2, 5, 60));
    given(registered, rotated(2, 5)).when(rotate(6)).thenEvents(rotated(3, 6));
    given(registered)
      .when(rotate(5, { xSignatureSwitchesAt: at(5 + DAY + 1) }))
      .thenRefused({ _tag: 'SecretSwitchIsTooLate', latest: at(5 + DAY) });
  });

  it('rotates once when the same request is repeated', () => {
    given(registered, rotated(2, 5)).when(rotate(5)).thenNothing();
    given(registered, rotated(2, 5), rotated(3, 6)).when(rotate(5)).thenNothing();
    const rotation = {
      secretId: 'of 5',
      secretVersion: 2,
      previousExpireAt: at(5 + DAY),
      xSignatureSwitchesAt: at(5 + DAY),
    };
    const found = rotationOf(endpointId, 'of 5');
    for (const later of [[], [rotated(3, 6)]])
      expect(found(given(registered, rotated(2, 5), ...later).state())).to.deep.equal(E.right(rotation));
    expect(E.isLeft(found(given(registered, rotated(3, 6)).state()))).to.equal(true);
  });

  it('rotates twice for two requests in the same millisecond', () => {
    const other = { ...rotate(5), secretId: 'another' };
    const { data } = rotated(3, 5) as Extract<WebhookEndpointEvent, { type: 'WebhookSecretRotated' }>;
    given(registered, rotated(2, 5))
      .when(other)
      .thenEvents({ type: 'WebhookSecretRotated', data: { ...data, secretId: 'another' } });
  });
});
