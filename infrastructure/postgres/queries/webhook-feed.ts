import type { Knex } from 'knex';
import type { FeedRow, WebhookDeliveries } from '../../../application/ports/webhook-deliveries.js';

interface StoredMessage {
  readonly feed_number: bigint;
  readonly message_id: string;
  readonly created_at: Date;
  readonly body: Buffer;
}

/** The messages of an owner after a number. */
export const feedMessages = async (
  database: Knex,
  [ownerId, after, limit]: Parameters<WebhookDeliveries['feed']>,
): Promise<ReadonlyArray<FeedRow>> => {
  const rows = await database<StoredMessage>('webhook_messages')
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
};
