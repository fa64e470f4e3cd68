import { apiKeyDecider } from '../../domain/api-key/api-key.js';
import type { ApiKeyEvent } from '../../domain/api-key/events.js';
import { specFor } from '../support/decider-spec.js';
import { at, keyId, owner } from '../support/examples.js';

describe('API key', () => {
  const { given } = specFor(apiKeyDecider);
  const facts = { keyId, ownerId: owner, keyHash: 'd'.repeat(64), limits: { minute: 5 }, at: at(0) };
  const issued: ApiKeyEvent = { type: 'ApiKeyIssued', data: facts };
  const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { keyId, ownerId: owner, at: at(1) } };

  it('is issued, and its id never to another key', () => {
    given()
      .when({ type: 'IssueApiKey', ...facts })
      .thenEvents(issued);
    given(issued)
      .when({ type: 'IssueApiKey', ...facts, keyHash: 'e'.repeat(64) })
      .thenRefused({ _tag: 'ApiKeyAlreadyExists', keyId });
  });

  it('is revoked, again without a change', () => {
    const revoke = { type: 'RevokeApiKey', keyId, at: at(1) } as const;
    given(issued).when(revoke).thenEvents(revoked);
    given(issued, revoked).when(revoke).thenNothing();
  });
});
