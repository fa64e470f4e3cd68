import { apiKeyDecider } from '../../domain/api-key/api-key.js';
import type { ApiKeyEvent } from '../../domain/api-key/events.js';
import { specFor } from '../support/decider-spec.js';
import { at, keyId, owner, otherOwner } from '../support/examples.js';

describe('API key', () => {
  const { given } = specFor(apiKeyDecider);
  const facts = { keyId, ownerId: owner, keyHash: 'd'.repeat(64), limits: { minute: 5 }, at: at(0) };
  const issued: ApiKeyEvent = { type: 'ApiKeyIssued', data: facts };
  const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { keyId, ownerId: owner, at: at(1) } };

  it('is issued once; the same key again changes nothing', () => {
    given()
      .when({ type: 'IssueApiKey', ...facts })
      .thenEvents(issued);
    given(issued)
      .when({ type: 'IssueApiKey', ...facts })
      .thenNothing();
    for (const other of [{ keyHash: 'e'.repeat(64) }, { ownerId: otherOwner }])
      given(issued)
        .when({ type: 'IssueApiKey', ...facts, ...other })
        .thenRefused({ _tag: 'ApiKeyAlreadyExists', keyId });
  });

  it('is revoked permanently; revoking it again changes nothing', () => {
    const revoke = { type: 'RevokeApiKey', keyId, at: at(1) } as const;
    given(issued).when(revoke).thenEvents(revoked);
    given(issued, revoked).when(revoke).thenNothing();
    given().when(revoke).thenRefused({ _tag: 'ApiKeyDoesNotExist', keyId });
  });
});
