import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { WebhookEndpointQueries, WebhookEndpointRow } from '../../../application/ports/queries.js';
import { rowReader, type StoredAs } from '../connection/stored-rows.js';
import { pageOf } from './paging.js';
import { run } from '../connection/database.js';

/** With its id again, under the name that lists use for it. */
type Stored = StoredAs<WebhookEndpointRow> & { readonly id: string };

const toRow = rowReader<WebhookEndpointRow>({
  endpointId: true,
  ownerId: true,
  url: true,
  events: true,
  description: true,
  status: true,
  disabledReason: true,
  createdAt: true,
  updatedAt: true,
});

/** Queries on webhook endpoints that are not deleted. */
export const postgresWebhookEndpointQueries = (database: Knex): WebhookEndpointQueries => {
  const existing = (where: object): Knex.QueryBuilder =>
    database('webhook_endpoints').where(where).whereNull('deleted_at').select('*', 'endpoint_id as id');
  return {
    byId: (id) =>
      run(async () => {
        const [found] = (await existing({ endpoint_id: id })) as ReadonlyArray<Stored>;
        return O.fromNullable(found && toRow(found));
      }),
    list: (owner, page) =>
      run(async () => {
        const { items, ...rest } = await pageOf<Stored>(existing({ owner_id: owner }), 'endpoint_id', page);
        return { ...rest, items: items.map(toRow) };
      }),
  };
};
