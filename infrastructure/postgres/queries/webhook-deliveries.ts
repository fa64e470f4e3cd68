import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type {
  AttemptRow,
  DeliveryRow,
  DeliveryStatus,
  WebhookDeliveries,
} from '../../../application/ports/webhook-deliveries.js';
import type { RenderId, WebhookEndpointId } from '../../../domain/ids.js';
import { DELIVERIES_CHANNEL } from '../deliveries.js';
import { pageOf } from './paging.js';
import { run } from './run.js';

interface Stored {
  readonly id: string;
  readonly endpoint_id: WebhookEndpointId;
  readonly message_id: string;
  readonly event: DeliveryRow['event'];
  readonly render_id: RenderId;
  readonly status: Exclude<DeliveryStatus, 'sending'>;
  readonly claim_id: string | null;
  readonly due_at: Date;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

interface StoredAttempt {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly answer: Buffer | null;
}

const toAttempt = (stored: StoredAttempt): AttemptRow => ({
  attempt: stored.attempt,
  startedAt: stored.started_at.toISOString(),
  ...(stored.finished_at ? { durationMs: stored.finished_at.getTime() - stored.started_at.getTime() } : {}),
  ...(stored.http_status === null ? {} : { httpStatus: stored.http_status }),
  ...(stored.error === null ? {} : { error: stored.error }),
  ...(stored.answer === null ? {} : { answer: stored.answer.toString('utf8') }),
});

const toRow = (stored: Stored, attempts: ReadonlyArray<StoredAttempt>): DeliveryRow => {
  const sending = stored.status === 'waiting' && stored.claim_id !== null;
  return {
    deliveryId: stored.id,
    endpointId: stored.endpoint_id,
    messageId: stored.message_id,
    event: stored.event,
    renderId: stored.render_id,
    status: sending ? 'sending' : stored.status,
    ...(stored.status === 'waiting' && !sending ? { nextAttemptAt: stored.due_at.toISOString() } : {}),
    createdAt: stored.created_at.toISOString(),
    ...(stored.finished_at ? { finishedAt: stored.finished_at.toISOString() } : {}),
    attempts: attempts.map(toAttempt),
  };
};

const withStatus = (query: Knex.QueryBuilder, status: DeliveryStatus | undefined): Knex.QueryBuilder => {
  if (status === undefined) return query;
  if (status === 'sending') return query.where('status', 'waiting').whereNotNull('claim_id');
  return status === 'waiting'
    ? query.where('status', 'waiting').whereNull('claim_id')
    : query.where('status', status);
};

/** Puts deliveries that nobody is sending back in the queue: a new schedule, due now. */
const backInTheQueue = (database: Knex, at: Date, chosen: (query: Knex.QueryBuilder) => Knex.QueryBuilder) =>
  run(async () => {
    const changed: number = await chosen(database('webhook_deliveries')).update({
      status: 'waiting',
      due_at: at,
      failures: 0,
      finished_at: null,
    });
    if (changed > 0) await database.raw('select pg_notify(?, ?)', [DELIVERIES_CHANNEL, '']);
    return changed;
  });

/** Deliveries and the feed in PostgreSQL, as their owners see them. */
export const postgresWebhookDeliveries = (database: Knex): WebhookDeliveries => {
  const ofEndpoint = (endpointId: WebhookEndpointId) =>
    database
      .from(
        database('webhook_deliveries')
          .join('webhook_messages', 'webhook_messages.message_id', 'webhook_deliveries.message_id')
          .where('endpoint_id', endpointId)
          .select('webhook_deliveries.*', 'delivery_id as id', 'event', 'render_id')
          .as('delivery'),
      )
      .select('*');

  const withAttempts = async (stored: ReadonlyArray<Stored>): Promise<ReadonlyArray<DeliveryRow>> => {
    const attempts = await database<StoredAttempt>('webhook_attempts')
      .whereIn(
        'delivery_id',
        stored.map(({ id }) => id),
      )
      .orderBy('attempt')
      .select();
    return stored.map((row) =>
      toRow(
        row,
        attempts.filter(({ delivery_id }) => delivery_id === row.id),
      ),
    );
  };

  return {
    list: (endpointId, status, page) =>
      run(async () => {
        const { items, ...rest } = await pageOf<Stored>(
          withStatus(ofEndpoint(endpointId), status),
          'delivery_id',
          page,
        );
        return { ...rest, items: await withAttempts(items) };
      }),

    byId: (endpointId, deliveryId) =>
      run(async () => {
        const stored = (await ofEndpoint(endpointId).where(
          'delivery_id',
          deliveryId,
        )) as ReadonlyArray<Stored>;
        return O.fromNullable((await withAttempts(stored))[0]);
      }),

    redeliver: (endpointId, deliveryId, at) =>
      backInTheQueue(database, at, (query) =>
        query
          .where({ endpoint_id: endpointId, delivery_id: deliveryId })
          .whereNull('claim_id')
          .whereNot('status', 'cancelled'),
      ),

    redeliverFailed: (endpointId, since, at) =>
      backInTheQueue(database, at, (query) =>
        query.where({ endpoint_id: endpointId, status: 'failed' }).where('created_at', '>=', since),
      ),

    enqueueTest: ({ messageId, deliveryId, ownerId, endpointId, renderId, body, at }) =>
      run(() =>
        database.transaction(async (transaction) => {
          // A request that is done again after a crash brings the same ids again.
          await transaction('webhook_messages')
            .insert({
              message_id: messageId,
              owner_id: ownerId,
              event: 'webhook.test',
              render_id: renderId,
              body: Buffer.from(body),
              created_at: at,
            })
            .onConflict()
            .ignore();
          await transaction('webhook_deliveries')
            .insert({
              delivery_id: deliveryId,
              endpoint_id: endpointId,
              message_id: messageId,
              due_at: at,
              created_at: at,
            })
            .onConflict()
            .ignore();
          await transaction.raw('select pg_notify(?, ?)', [DELIVERIES_CHANNEL, '']);
        }),
      ),

    feed: (ownerId, after, limit) =>
      run(async () => {
        const rows = await database<{
          feed_number: bigint;
          message_id: string;
          created_at: Date;
          body: Buffer;
        }>('webhook_messages')
          .where('owner_id', ownerId)
          .where('feed_number', '>', after)
          .orderBy('feed_number')
          .limit(limit)
          .select('feed_number', 'message_id', 'created_at', 'body');
        return rows.map((row) => ({
          number: Number(row.feed_number),
          messageId: row.message_id,
          createdAt: row.created_at.toISOString(),
          body: row.body.toString('utf8'),
        }));
      }),
  };
};
