import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { ApiKeyQueries, ApiKeyRow } from '../../../application/ports/queries.js';
import { prepared } from '../connection/statements.js';
import { rowReader, type StoredAs } from '../connection/stored-rows.js';
import { run } from '../connection/database.js';

type Stored = StoredAs<ApiKeyRow>;

const toRow = rowReader<ApiKeyRow>({
  keyId: true,
  ownerId: true,
  limits: true,
  createdAt: true,
  revokedAt: true,
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
