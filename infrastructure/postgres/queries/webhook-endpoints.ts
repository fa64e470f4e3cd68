import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type {
  WebhookEndpointQueries,
  WebhookEndpointRow,
} from '../../../application/ports/webhook-endpoints.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { pageOf } from './paging.js';
import { run } from '../connection/database.js';

type Stored = StoredAs<WebhookEndpointRow>;

/** Queries on webhook endpoints that are not deleted. */
export const postgresWebhookEndpointQueries = (database: Knex): WebhookEndpointQueries => {
  const existing = (where: object): Knex.QueryBuilder =>
    database('webhook_endpoints')
      .where(where)
      .whereNull('deleted_at')
      .select('endpoint_id', 'owner_id', 'url', 'events', 'description', 'status', 'disabled_reason')
      .select('created_at', 'updated_at');
  return {
    byId: (id) =>
      run(async () => {
        const [found] = (await existing({ endpoint_id: id })) as ReadonlyArray<Stored>;
        return O.fromNullable(found && rowOf<WebhookEndpointRow>(found));
      }),
    list: (owner, page) =>
      run(async () => {
        const { items, ...rest } = await pageOf<Stored>(existing({ owner_id: owner }), 'endpoint_id', page);
        return { ...rest, items: items.map(rowOf<WebhookEndpointRow>) };
      }),
  };
};
