import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import type { RenderRow } from '../../../application/ports/queries.js';
import { webhookBody } from '../../../application/records/webhook-body.js';
import type { OwnerId, RenderId } from '../../../domain/ids.js';
import type { EnqueueDeliveries } from '../../../projections/change.js';
import type { Enqueue } from '../read-models/projection-store.js';
import { rendersByIds } from '../queries/renders.js';

/** Announces that deliveries became due. */
export const DELIVERIES_CHANNEL = 'framewright_deliveries';

interface NewMessage {
  readonly message_id: string;
  readonly owner_id: OwnerId;
  readonly event: string;
  readonly render_id: RenderId;
  readonly body: Buffer;
  readonly created_at: string;
}

/** The requests that no earlier run of the projection has answered. */
const unanswered = async (
  transaction: Knex.Transaction,
  requests: ReadonlyArray<EnqueueDeliveries>,
): Promise<ReadonlyArray<EnqueueDeliveries>> => {
  const known = await transaction<{ render_id: RenderId; event: string }>('webhook_messages')
    .whereIn(
      'render_id',
      requests.map(({ renderId }) => renderId),
    )
    .select('render_id', 'event');
  const keys = new Set(known.map(({ render_id, event }) => `${render_id}:${event}`));
  return requests.filter(({ renderId, event }) => !keys.has(`${renderId}:${event}`));
};

const toMessage = (
  { messageId, event, renderId, at }: EnqueueDeliveries,
  renders: ReadonlyMap<RenderId, RenderRow>,
  publicBaseUrl: string,
): NewMessage => {
  const render = renders.get(renderId);
  if (!render) throw new Error(`render ${renderId} has ended and is in no read model`);
  return {
    message_id: messageId,
    owner_id: render.ownerId,
    event,
    render_id: renderId,
    body: Buffer.from(webhookBody(event, render, publicBaseUrl)),
    created_at: at,
  };
};

/** Gives each message the next number of its owner's feed. */
const numbered = async (transaction: Knex.Transaction, messages: ReadonlyArray<NewMessage>) => {
  const counts = new Map<OwnerId, number>();
  for (const { owner_id } of messages) counts.set(owner_id, (counts.get(owner_id) ?? 0) + 1);
  const { rows } = await transaction.raw<{
    rows: ReadonlyArray<{ owner_id: OwnerId; last_number: bigint }>;
  }>(
    `insert into webhook_feeds as feed (owner_id, last_number)
     select * from unnest(?::text[], ?::bigint[])
     on conflict (owner_id) do update set last_number = feed.last_number + excluded.last_number
     returning owner_id, last_number`,
    [[...counts.keys()], [...counts.values()]],
  );
  const last = new Map(
    rows.map(({ owner_id, last_number }) => [owner_id, Number(last_number) - (counts.get(owner_id) ?? 0)]),
  );
  return messages.map((message) => {
    const number = (last.get(message.owner_id) ?? 0) + 1;
    last.set(message.owner_id, number);
    return { ...message, feed_number: number };
  });
};

/** One delivery for each message and each endpoint of its owner that was there in time and wants the event. */
const deliveriesOf = async (transaction: Knex.Transaction, messages: ReadonlyArray<NewMessage>) => {
  const { rows } = await transaction.raw<{
    rows: ReadonlyArray<{ endpoint_id: string; message_id: string }>;
  }>(
    `select endpoint_id, message_id
     from webhook_messages
     join webhook_endpoints on webhook_endpoints.owner_id = webhook_messages.owner_id
     where message_id = any(?) and deleted_at is null
       and webhook_endpoints.created_at <= webhook_messages.created_at
       and jsonb_exists(webhook_endpoints.events::jsonb, event)
     order by feed_number`,
    [messages.map(({ message_id }) => message_id)],
  );
  const createdAt = new Map(messages.map(({ message_id, created_at }) => [message_id, created_at]));
  return rows.map((row) => ({
    delivery_id: uuid(),
    ...row,
    created_at: createdAt.get(row.message_id),
    due_at: createdAt.get(row.message_id),
  }));
};

/**
 * Puts the ends of renders into their owners' feeds and makes a delivery for each endpoint, in the projector's
 * transaction. A render's end that is in a feed already changes nothing, even if the projection starts from scratch.
 */
export const enqueueDeliveries =
  (publicBaseUrl: string): Enqueue =>
  async (transaction, requests) => {
    const fresh = await unanswered(transaction, requests);
    if (fresh.length === 0) return;
    const renders = await rendersByIds(
      transaction,
      fresh.map(({ renderId }) => renderId),
    );
    const byId = new Map(renders.map((render) => [render.renderId, render]));
    const messages = fresh.map((request) => toMessage(request, byId, publicBaseUrl));
    await transaction.batchInsert('webhook_messages', await numbered(transaction, messages), 100);
    const deliveries = await deliveriesOf(transaction, messages);
    if (deliveries.length === 0) return;
    await transaction.batchInsert('webhook_deliveries', deliveries, 1000);
    await transaction.raw('select pg_notify(?, ?)', [DELIVERIES_CHANNEL, '']);
  };
