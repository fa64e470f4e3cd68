import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { ApiKeyQueries, ApiKeyRow } from '../../../application/ports/queries.js';
import { preparedQueries } from '../connection/statements.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { run } from '../connection/database.js';

type Stored = StoredAs<ApiKeyRow>;

const SELECT = `select key.key_id, key.owner_id, key.limits, key.name, key.scopes, key.issued_by, key.created_at,
    issuer.limits as issuer_limits, coalesce(key.revoked_at, issuer.revoked_at) as revoked_at
  from api_keys key left join api_keys issuer on issuer.key_id = key.issued_by`;

export const postgresApiKeyQueries = (database: Knex): ApiKeyQueries => {
  const query = preparedQueries(database);
  return {
    activeByHash: (hash) =>
      run(async () => {
        const [found] = await query<Stored>(`${SELECT} where key.key_hash = $1`, [hash]);
        return found && found.revoked_at === null ? O.some(rowOf<ApiKeyRow>(found)) : O.none;
      }),

    list: (owner) =>
      run(async () => {
        const found = await query<Stored>(
          `${SELECT} where $1::text is null or key.owner_id = $1 order by key.created_at, key.key_id`,
          [owner ?? null],
        );
        return found.map(rowOf<ApiKeyRow>);
      }),
  };
};
