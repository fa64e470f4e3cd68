import { insert, on, type Projection, update } from './change.js';

const table = 'api_keys';

/** All API keys, by hash. */
export const apiKeys: Projection = {
  name: 'api-keys',
  tables: [table],
  project: on({
    ApiKeyIssued: ({ keyId, ownerId, keyHash, limits, at }, recorded) => [
      insert(
        table,
        { key_id: keyId, owner_id: ownerId, key_hash: keyHash, limits, created_at: at, revoked_at: null },
        recorded,
      ),
    ],
    ApiKeyRevoked: ({ keyId, at }, recorded) => [
      update(table, { key_id: keyId }, { revoked_at: at }, recorded),
    ],
  }),
};
