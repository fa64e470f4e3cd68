import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import type { RenderRow } from '../../../application/ports/queries.js';
import { webhookBody } from '../../../application/records/webhook-body.js';
import type { OwnerId, RenderId } from '../../../domain/ids.js';
import type { WebhookEventName } from '../../../domain/webhook-endpoint/events.js';
import { type Subscription, subscribesTo } from '../../../domain/webhook-endpoint/subscriptions.js';
import type { EnqueueDeliveries } from '../../../projections/change.js';
import type { Enqueue } from '../read-models/projection-store.js';
import { rendersByIds } from '../queries/renders.js';
import { renderStream } from '../../../domain/render/render.js';
import { NOT_NOTIFIED, type NotNotifiedReason } from '../read-models/skipped-events.js';

/** Announces that deliveries became due. */
export const DELIVERIES_CHANNEL = 'framewright_deliveries';

interface NewMessage {
  readonly message_id: string;
  readonly owner_id: OwnerId;
  readonly event: WebhookEventName;
  readonly render_id: RenderId;
  readonly body: Buffer;
  readonly created_at: string;
}

interface Sorted {
  /** Requests that were not handled before. */
  readonly fresh: ReadonlyArray<EnqueueDeliveries>;
  /**
   * Requests with the id of another event, which a store permits in another stream. Receivers would take them for that
   * event.
   */
  readonly ambiguous: ReadonlyArray<EnqueueDeliveries>;
}

/** The requests that were not handled by an earlier run of the projection or earlier in the batch. */
const unanswered = async (
  transaction: Knex.Transaction,
  requests: ReadonlyArray<EnqueueDeliveries>,
): Promise<Sorted> => {
  const known = await transaction<{ render_id: RenderId; event: string; message_id: string }>(
    'webhook_messages',
  )
    .whereIn(
      'render_id',
      requests.map(({ renderId }) => renderId),
    )
    .orWhereIn(
      'message_id',
      requests.map(({ messageId }) => messageId),
    )
    .select('render_id', 'event', 'message_id');
  const ends = new Set(known.map(({ render_id, event }) => `${render_id}:${event}`));
  const ids = new Set(known.map(({ message_id }) => message_id));
  const fresh: EnqueueDeliveries[] = [];
  const ambiguous: EnqueueDeliveries[] = [];
  for (const request of requests) {
    const end = `${request.renderId}:${request.event}`;
    if (ends.has(end)) continue;
    (ids.has(request.messageId) ? ambiguous : fresh).push(request);
    ends.add(end);
    ids.add(request.messageId);
  }
  return { fresh, ambiguous };
};

/** Records finished renders without notification among the skipped events. */
const recordNotNotified = async (
  transaction: Knex.Transaction,
  requests: ReadonlyArray<EnqueueDeliveries>,
  reason: NotNotifiedReason,
): Promise<void> => {
  const rows = requests.map(({ event, renderId, revision }) => ({
    stream: renderStream(renderId),
    revision: revision.toString(),
    type: event === 'render.completed' ? 'RenderCompleted' : 'RenderFailed',
    reason,
  }));
  if (rows.length > 0)
    await transaction('projection_skipped_events').insert(rows).onConflict(['stream', 'revision']).ignore();
};

const toMessage = (
  { messageId, event, renderId, at }: EnqueueDeliveries,
  render: RenderRow,
  publicBaseUrl: string,
): NewMessage => ({
  message_id: messageId,
  owner_id: render.ownerId,
  event,
  render_id: renderId,
  body: Buffer.from(webhookBody(event, render, publicBaseUrl)),
  created_at: at,
});

/** Assigns each message the next number of its owner's feed. */
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

/** The owners' endpoints that are not deleted, oldest first. */
const endpointsOf = (transaction: Knex.Transaction, owners: ReadonlyArray<OwnerId>) =>
  transaction('webhook_endpoints')
    .whereIn('owner_id', owners)
    .whereNull('deleted_at')
    .orderBy(['created_at', 'endpoint_id'])
    .select<ReadonlyArray<Subscription & { readonly endpointId: string }>>({
      endpointId: 'endpoint_id',
      ownerId: 'owner_id',
      events: 'events',
      registeredAt: 'created_at',
    });

/** One delivery for each message and each endpoint that subscribes to it. */
const deliveriesOf = async (transaction: Knex.Transaction, messages: ReadonlyArray<NewMessage>) => {
  const endpoints = await endpointsOf(transaction, [...new Set(messages.map(({ owner_id }) => owner_id))]);
  return messages.flatMap(({ message_id, owner_id, event, created_at }) => {
    const announcement = { ownerId: owner_id, event, at: new Date(created_at) };
    return endpoints
      .filter((endpoint) => subscribesTo(endpoint, announcement))
      .map(({ endpointId }) => ({
        delivery_id: uuid(),
        endpoint_id: endpointId,
        message_id,
        created_at,
        due_at: created_at,
      }));
  });
};

/**
 * Adds finished renders to their owners' feeds and creates a delivery for each endpoint, in the projector's
 * transaction. A finished render that is already in a feed changes nothing, even if the projection starts from scratch.
 */
export const enqueueDeliveries =
  (publicBaseUrl: string): Enqueue =>
  async (transaction, requests) => {
    const { fresh, ambiguous } = await unanswered(transaction, requests);
    await recordNotNotified(transaction, ambiguous, NOT_NOTIFIED.ambiguous);
    if (fresh.length === 0) return;
    const renders = await rendersByIds(
      transaction,
      fresh.map(({ renderId }) => renderId),
    );
    const byId = new Map(renders.map((render) => [render.renderId, render]));
    const messages = fresh.flatMap((request) => {
      const render = byId.get(request.renderId);
      return render ? [toMessage(request, render, publicBaseUrl)] : [];
    });
    const renderUnknown = fresh.filter(({ renderId }) => !byId.has(renderId));
    await recordNotNotified(transaction, renderUnknown, NOT_NOTIFIED.renderUnknown);
    if (messages.length === 0) return;
    await transaction.batchInsert('webhook_messages', await numbered(transaction, messages), 100);
    const deliveries = await deliveriesOf(transaction, messages);
    if (deliveries.length === 0) return;
    await transaction.batchInsert('webhook_deliveries', deliveries, 1000);
    await transaction.raw('select pg_notify(?, ?)', [DELIVERIES_CHANNEL, '']);
  };
