import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type {
  DeliveryRow,
  DeliveryStatus,
  TestMessage,
  WebhookDeliveries,
} from '../../../application/ports/webhook-deliveries.js';
import type { WebhookEndpointId } from '../../../domain/ids.js';
import { run, type ServerTime, serverTime } from '../connection/database.js';
import { DELIVERIES_CHANNEL } from '../webhooks/deliveries.js';
import { feedMessages } from './webhook-feed.js';
import { type StoredAttempt, type StoredDelivery, toDeliveryRow } from './delivery-rows.js';
import { pageOf } from './paging.js';

/** Deliveries without a valid claim. A claim whose lease has expired, because its process crashed, does not count. */
const notBeingSent =
  (now: Date) =>
  (query: Knex.QueryBuilder): void =>
    void query.whereNull('claim_id').orWhere('due_at', '<=', now);

const withStatus = (
  query: Knex.QueryBuilder,
  status: DeliveryStatus | undefined,
  now: Date,
): Knex.QueryBuilder => {
  if (status === undefined) return query;
  if (status === 'sending') return query.where('status', 'waiting').whereNot(notBeingSent(now));
  return status === 'waiting'
    ? query.where('status', 'waiting').where(notBeingSent(now))
    : query.where('status', status);
};

/**
 * Holds if the endpoint is not deleted, and prevents its deletion until the end of the transaction; the deletion then
 * finds and cancels what was queued.
 */
const ENDPOINT_EXISTS = `exists (
  select from webhook_endpoints as endpoint
  where endpoint.endpoint_id = :endpointId and endpoint.deleted_at is null for share)`;

/** Queues deliveries again, due now and with a new retry schedule, unless they are being sent. */
const requeue = (
  database: Knex,
  time: ServerTime,
  endpointId: WebhookEndpointId,
  chosen: (query: Knex.QueryBuilder, now: Date) => Knex.QueryBuilder,
) =>
  run(async () => {
    const now = await time(database);
    const ofEndpoint = database('webhook_deliveries')
      .where('endpoint_id', endpointId)
      .whereRaw(ENDPOINT_EXISTS, { endpointId });
    const changed: number = await chosen(ofEndpoint, now).update({
      status: 'waiting',
      claim_id: null,
      due_at: now,
      failures: 0,
      finished_at: null,
    });
    if (changed > 0) await database.raw('select pg_notify(?, ?)', [DELIVERIES_CHANNEL, '']);
    return changed;
  });

const enqueueTest = (
  database: Knex,
  time: ServerTime,
  { messageId, deliveryId, ownerId, endpointId, renderId, body, at }: TestMessage,
) =>
  run(() =>
    database.transaction(async (transaction) => {
      const { rows } = await transaction.raw<{ rows: ReadonlyArray<unknown> }>(
        `select where ${ENDPOINT_EXISTS}`,
        { endpointId },
      );
      if (rows.length === 0) return;
      // A request repeated after a crash has the same ids.
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
          due_at: await time(transaction),
          created_at: at,
        })
        .onConflict()
        .ignore();
      await transaction.raw('select pg_notify(?, ?)', [DELIVERIES_CHANNEL, '']);
    }),
  );

const ofEndpoint = (snapshot: Knex, endpointId: WebhookEndpointId) =>
  snapshot
    .from(
      snapshot('webhook_deliveries')
        .join('webhook_messages', 'webhook_messages.message_id', 'webhook_deliveries.message_id')
        .join('webhook_endpoints as endpoint', 'endpoint.endpoint_id', 'webhook_deliveries.endpoint_id')
        .where('endpoint.endpoint_id', endpointId)
        .select('delivery_id', 'endpoint.endpoint_id', 'webhook_messages.message_id', 'event')
        .select('webhook_deliveries.status', 'endpoint.status as endpoint_status')
        .select('claim_id', 'due_at', 'webhook_deliveries.created_at', 'finished_at')
        .select('render_id', 'batch_id', 'asset_id', 'video_id')
        .as('delivery'),
    )
    .select('*');

const withAttempts = async (
  snapshot: Knex,
  stored: ReadonlyArray<StoredDelivery>,
  now: Date,
): Promise<ReadonlyArray<DeliveryRow>> => {
  const attempts = await snapshot<StoredAttempt>('webhook_attempts')
    .whereIn(
      'delivery_id',
      stored.map(({ delivery_id }) => delivery_id),
    )
    .orderBy('attempt')
    .select();
  return stored.map((row) =>
    toDeliveryRow(
      row,
      attempts.filter(({ delivery_id }) => delivery_id === row.delivery_id),
      now,
    ),
  );
};

/** The PostgreSQL adapter for owners' access to deliveries and the feed. The clock of PostgreSQL says what is due. */
export const postgresWebhookDeliveries = (
  database: Knex,
  time: ServerTime = serverTime,
): WebhookDeliveries => {
  /** Reads a delivery and its attempts from one snapshot, so that an attempt that starts in between does not show. */
  const inOneSnapshot = <A>(read: (snapshot: Knex) => Promise<A>) =>
    run(() => database.transaction(read, { isolationLevel: 'repeatable read', readOnly: true }));

  return {
    list: (endpointId, status, page) =>
      inOneSnapshot(async (snapshot) => {
        const now = await time(snapshot);
        const { items, ...rest } = await pageOf<StoredDelivery>(
          withStatus(ofEndpoint(snapshot, endpointId), status, now),
          'delivery_id',
          page,
        );
        return { ...rest, items: await withAttempts(snapshot, items, now) };
      }),

    byId: (endpointId, deliveryId) =>
      inOneSnapshot(async (snapshot) => {
        const stored = (await ofEndpoint(snapshot, endpointId).where(
          'delivery_id',
          deliveryId,
        )) as ReadonlyArray<StoredDelivery>;
        return O.fromNullable((await withAttempts(snapshot, stored, await time(snapshot)))[0]);
      }),

    redeliver: (endpointId, deliveryId) =>
      requeue(database, time, endpointId, (query, now) =>
        query.where('delivery_id', deliveryId).where(notBeingSent(now)).whereNot('status', 'cancelled'),
      ),

    redeliverFailed: (endpointId, since) =>
      requeue(database, time, endpointId, (query) =>
        query.where('status', 'failed').where('created_at', '>=', since),
      ),

    enqueueTest: (message) => enqueueTest(database, time, message),

    feed: (...request) => run(() => feedMessages(database, request)),
  };
};
