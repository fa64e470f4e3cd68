import { insert, projection, update } from './change.js';

export const apiKeys = projection('api-keys', ['api_keys'], {
  ApiKeyIssued: ({ keyId, ownerId, keyHash, limits, name, scopes, issuedBy, at }) =>
    insert({ keyId, ownerId, keyHash, limits, name, scopes, issuedBy, createdAt: at, revokedAt: null }),
  ApiKeyRevoked: ({ keyId, at }) => update({ keyId }, { revokedAt: at }),
});
