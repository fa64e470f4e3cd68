import { insert, projection, update } from './change.js';

/** All API keys, by hash. */
export const apiKeys = projection('api-keys', ['api_keys'], {
  ApiKeyIssued: ({ keyId, ownerId, keyHash, limits, at }) =>
    insert({
      key_id: keyId,
      owner_id: ownerId,
      key_hash: keyHash,
      limits,
      created_at: at,
      revoked_at: null,
    }),
  ApiKeyRevoked: ({ keyId, at }) => update({ key_id: keyId }, { revoked_at: at }),
});
