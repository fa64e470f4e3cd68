import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import type { OwnerId } from '../../../domain/ids.js';
import { type Subscription, subscribesTo } from '../../../domain/webhook-endpoint/subscriptions.js';
import type { EnqueueDeliveries } from '../../../projections/change.js';
import type { Enqueue } from '../read-models/projection-store.js';
import { contentsOf, subjectIdOf, type NewMessage, numbered, toMessage } from './feed-messages.js';
import { NOT_NOTIFIED, type NotNotifiedReason } from '../read-models/skipped-events.js';

/** Announces that deliveries became due. */
export const DELIVERIES_CHANNEL = 'framewright_deliveries';

interface NewRequests {
  /** Requests with an id of their own. */
  readonly fresh: ReadonlyArray<EnqueueDeliveries>;
  /** Requests with the id of an event of another stream, which a store permits. Receivers would confuse the two. */
  readonly ambiguous: ReadonlyArray<EnqueueDeliveries>;
}

/** The requests that were not handled by an earlier run of the projection or earlier in the batch. */
const newRequests = async (
  transaction: Knex.Transaction,
  requests: ReadonlyArray<EnqueueDeliveries>,
): Promise<NewRequests> => {
  const subjects = requests.map(subjectIdOf);
  const known = await transaction('webhook_messages')
    .whereIn('render_id', subjects)
    .orWhereIn('batch_id', subjects)
    .orWhereIn('asset_id', subjects)
    .orWhereIn(
      'message_id',
      requests.map(({ recorded }) => recorded.id),
    )
    .select<ReadonlyArray<Pick<NewMessage, 'event' | 'message_id'> & { readonly subject: string }>>(
      transaction.raw('coalesce(render_id, batch_id, asset_id, message_id) as subject'),
      'event',
      'message_id',
    );
  const ends = new Set(known.map(({ subject, event }) => `${subject}:${event}`));
  const ids = new Set(known.map(({ message_id }) => message_id));
  const fresh: EnqueueDeliveries[] = [];
  const ambiguous: EnqueueDeliveries[] = [];
  for (const request of requests) {
    const end = `${subjectIdOf(request)}:${request.event}`;
    if (ends.has(end)) continue;
    (ids.has(request.recorded.id) ? ambiguous : fresh).push(request);
    ends.add(end);
    ids.add(request.recorded.id);
  }
  return { fresh, ambiguous };
};

/** Records outcomes without notification among the skipped events. */
const recordNotNotified = async (
  transaction: Knex.Transaction,
  requests: ReadonlyArray<EnqueueDeliveries>,
  reason: NotNotifiedReason,
): Promise<void> => {
  const rows = requests.map(({ recorded: { stream, revision, event } }) => ({
    stream,
    revision: revision.toString(),
    type: event.type,
    reason,
  }));
  if (rows.length > 0)
    await transaction('projection_skipped_events').insert(rows).onConflict(['stream', 'revision']).ignore();
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
      registeredCommit: 'registered_commit',
    });

/** One delivery for each message and each endpoint that subscribes to it. */
const deliveriesOf = async (
  transaction: Knex.Transaction,
  messages: ReadonlyArray<NewMessage>,
  requests: ReadonlyArray<EnqueueDeliveries>,
) => {
  const commits = new Map(requests.map(({ recorded: { id, position } }) => [id, position.commit]));
  const endpoints = await endpointsOf(transaction, [...new Set(messages.map(({ owner_id }) => owner_id))]);
  return messages.flatMap(({ message_id, owner_id, event, created_at }) => {
    const announcement = { ownerId: owner_id, event, commit: commits.get(message_id) ?? 0n };
    return endpoints
      .filter((endpoint) => subscribesTo(endpoint, announcement))
      .map(({ endpointId }) => ({
        delivery_id: uuid(),
        endpoint_id: endpointId,
        message_id,
        created_at,
        // A process whose clock is ahead must not delay it.
        due_at: transaction.raw('least(?::timestamptz, now())', [created_at]),
      }));
  });
};

/**
 * Adds outcomes to their owners' feeds and creates a delivery for each endpoint, in the projector's
 * transaction. One that is already in a feed changes nothing, even if the projection starts from scratch.
 */
export const enqueueDeliveries =
  (publicBaseUrl: string): Enqueue =>
  async (transaction, requests) => {
    const { fresh, ambiguous } = await newRequests(transaction, requests);
    await recordNotNotified(transaction, ambiguous, NOT_NOTIFIED.ambiguous);
    if (fresh.length === 0) return;
    const contents = await contentsOf(transaction, fresh, publicBaseUrl);
    const messages = fresh.flatMap((request) => {
      const content = contents.get(subjectIdOf(request));
      return content ? [toMessage(request, content)] : [];
    });
    const unknown = fresh.filter((request) => !contents.has(subjectIdOf(request)));
    await recordNotNotified(transaction, unknown, NOT_NOTIFIED.subjectUnknown);
    if (messages.length === 0) return;
    await transaction.batchInsert('webhook_messages', await numbered(transaction, messages), 100);
    const deliveries = await deliveriesOf(transaction, messages, fresh);
    if (deliveries.length === 0) return;
    await transaction.batchInsert('webhook_deliveries', deliveries, 1000);
    await transaction.raw('select pg_notify(?, ?)', [DELIVERIES_CHANNEL, '']);
  };
