import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { ApiKeyQueries, ApiKeyRow } from '../../../application/ports/queries.js';
import { prepared } from '../connection/statements.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { run } from '../connection/database.js';

type Stored = StoredAs<ApiKeyRow>;

const SELECT = 'select key_id, owner_id, limits, created_at, revoked_at from api_keys';

export const postgresApiKeyQueries = (database: Knex): ApiKeyQueries => {
  const ask = prepared(database);
  return {
    activeByHash: (hash) =>
      run(async () => {
        const [found] = await ask<Stored>(`${SELECT} where key_hash = $1 and revoked_at is null`, [hash]);
        return O.fromNullable(found && rowOf<ApiKeyRow>(found));
      }),

    list: () =>
      run(async () => (await ask<Stored>(`${SELECT} order by created_at`, [])).map(rowOf<ApiKeyRow>)),
  };
};
