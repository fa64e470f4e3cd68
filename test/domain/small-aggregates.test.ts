import { apiKeyDecider } from '../../domain/api-key/api-key.js';
import type { ApiKeyEvent } from '../../domain/api-key/events.js';
import type { WebhookEndpointEvent } from '../../domain/webhook-endpoint/events.js';
import { webhookEndpointDecider } from '../../domain/webhook-endpoint/webhook-endpoint.js';
import { specFor } from '../support/decider-spec.js';
import { at, endpointId, keyId, owner, stranger } from '../support/examples.js';

describe('API key', () => {
  const { given } = specFor(apiKeyDecider);
  const facts = { keyId, ownerId: owner, keyHash: 'd'.repeat(64), limits: { minute: 5 }, at: at(0) };
  const issued: ApiKeyEvent = { type: 'ApiKeyIssued', data: facts };
  const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { keyId, ownerId: owner, at: at(1) } };

  it('is issued once', () => {
    given()
      .when({ type: 'IssueApiKey', ...facts })
      .thenEvents(issued);
    given(issued)
      .when({ type: 'IssueApiKey', ...facts })
      .thenRefused({ _tag: 'ApiKeyAlreadyExists', keyId });
  });

  it('is revoked for good; again changes nothing', () => {
    const revoke = { type: 'RevokeApiKey', keyId, at: at(1) } as const;
    given(issued).when(revoke).thenEvents(revoked);
    given(issued, revoked).when(revoke).thenNothing();
    given().when(revoke).thenRefused({ _tag: 'ApiKeyDoesNotExist', keyId });
  });
});

describe('webhook endpoint', () => {
  const { given } = specFor(webhookEndpointDecider);
  const facts = { endpointId, ownerId: owner, at: at(0) };
  const details = { url: 'https://example.org/hook', events: ['render.completed'] } as const;
  const registered: WebhookEndpointEvent = {
    type: 'WebhookEndpointRegistered',
    data: { ...facts, ...details },
  };
  const deleted: WebhookEndpointEvent = { type: 'WebhookEndpointDeleted', data: facts };
  const remove = { type: 'DeleteWebhookEndpoint', ...facts } as const;

  it('is registered and deleted for good', () => {
    given()
      .when({ type: 'RegisterWebhookEndpoint', ...facts, ...details })
      .thenEvents(registered);
    given(registered).when(remove).thenEvents(deleted);
    given(registered, deleted).when(remove).thenRefused({ _tag: 'WebhookEndpointDoesNotExist', endpointId });
  });

  it('is nobody else’s', () => {
    given(registered)
      .when({ ...remove, ownerId: stranger })
      .thenRefused({ _tag: 'WebhookEndpointBelongsToAnotherOwner', endpointId });
  });
});
