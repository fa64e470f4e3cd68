import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { ApiKeyQueries, ApiKeyRow } from '../../../application/ports/queries.js';
import type { RateLimits } from '../../../domain/api-key/events.js';
import type { ApiKeyId, OwnerId } from '../../../domain/ids.js';
import { prepared } from '../connection/statements.js';
import { run } from './run.js';

interface Stored {
  readonly key_id: ApiKeyId;
  readonly owner_id: OwnerId;
  readonly limits: RateLimits;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

const toRow = (stored: Stored): ApiKeyRow => ({
  keyId: stored.key_id,
  ownerId: stored.owner_id,
  limits: stored.limits,
  createdAt: stored.created_at.toISOString(),
  ...(stored.revoked_at ? { revokedAt: stored.revoked_at.toISOString() } : {}),
});

export const postgresApiKeyQueries = (database: Knex): ApiKeyQueries => {
  const ask = prepared(database);
  return {
    activeByHash: (hash) =>
      run(async () => {
        const text = `select key_id, owner_id, limits, created_at, revoked_at from api_keys
          where key_hash = $1 and revoked_at is null`;
        const [found] = await ask<Stored>(text, [hash]);
        return O.fromNullable(found && toRow(found));
      }),

    list: () =>
      run(async () => {
        const keys: ReadonlyArray<Stored> = await database('api_keys').orderBy('created_at');
        return keys.map(toRow);
      }),
  };
};
