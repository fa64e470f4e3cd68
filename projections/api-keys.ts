import { insert, projection, update } from './change.js';

/** All API keys, by hash. */
export const apiKeys = projection('api-keys', ['api_keys'], {
  ApiKeyIssued: ({ keyId, ownerId, keyHash, limits, name, scopes, issuedBy, at }) =>
    insert({
      key_id: keyId,
      owner_id: ownerId,
      key_hash: keyHash,
      limits,
      name: name ?? null,
      scopes: scopes ?? null,
      issued_by: issuedBy ?? null,
      created_at: at,
      revoked_at: null,
    }),
  ApiKeyRevoked: ({ keyId, at }) => update({ key_id: keyId }, { revoked_at: at }),
});
