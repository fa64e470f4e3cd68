import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { WebhookEndpointQueries, WebhookEndpointRow } from '../../../application/ports/queries.js';
import type { OwnerId, WebhookEndpointId } from '../../../domain/ids.js';
import type { DisablingReason, WebhookEventName } from '../../../domain/webhook-endpoint/events.js';
import type { WebhookEndpointStatus } from '../../../domain/webhook-endpoint/webhook-endpoint.js';
import { pageOf } from './paging.js';
import { run } from './run.js';

interface Stored {
  readonly id: string;
  readonly endpoint_id: WebhookEndpointId;
  readonly owner_id: OwnerId;
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly description: string | null;
  readonly status: WebhookEndpointStatus;
  readonly disabled_reason: DisablingReason | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const toRow = (stored: Stored): WebhookEndpointRow => ({
  endpointId: stored.endpoint_id,
  ownerId: stored.owner_id,
  url: stored.url,
  events: stored.events,
  ...(stored.description === null ? {} : { description: stored.description }),
  status: stored.status,
  ...(stored.disabled_reason === null ? {} : { disabledReason: stored.disabled_reason }),
  createdAt: stored.created_at.toISOString(),
  updatedAt: stored.updated_at.toISOString(),
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
