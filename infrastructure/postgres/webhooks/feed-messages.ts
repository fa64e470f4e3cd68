import type { Knex } from 'knex';
import {
  assetWebhookBody,
  batchWebhookBody,
  reviewWebhookBody,
  webhookBody,
} from '../../../application/records/webhook-body.js';
import type { AssetId, OwnerId, RenderBatchId, RenderId, VideoId } from '../../../domain/ids.js';
import type { WebhookEventName } from '../../../domain/webhook-endpoint/events.js';
import type { EnqueueDeliveries } from '../../../projections/change.js';
import { assetsByIds } from '../queries/assets.js';
import { batchesByIds } from '../renders/batch-rows.js';
import { rendersByIds } from '../queries/renders.js';

/** A message to an owner, of which each subscribed endpoint gets a delivery. */
export interface NewMessage {
  readonly message_id: string;
  readonly owner_id: OwnerId;
  readonly event: WebhookEventName;
  readonly render_id: RenderId | null;
  readonly batch_id: RenderBatchId | null;
  readonly asset_id: AssetId | null;
  readonly video_id: VideoId | null;
  readonly body: Buffer;
  readonly created_at: string;
  readonly traceparent: string | null;
}

/** The id of what a message is about: of a comment or decision, that of its event, which is that of the message. */
export const subjectIdOf = ({ about, messageId }: Pick<EnqueueDeliveries, 'about' | 'messageId'>): string => {
  switch (about._tag) {
    case 'Review':
      return messageId;
    case 'Render':
      return about.renderId;
    case 'RenderBatch':
      return about.batchId;
    case 'Asset':
      return about.assetId;
  }
};

/** The content of a message, and its owner. */
interface Content {
  readonly ownerId: OwnerId;
  readonly body: string;
}

/** The messages about what is in the read models, by the id of what they are about. */
export const contentsOf = async (
  transaction: Knex.Transaction,
  requests: ReadonlyArray<EnqueueDeliveries>,
  publicBaseUrl: string,
): Promise<ReadonlyMap<string, Content>> => {
  const eventOf = new Map(requests.map((request) => [subjectIdOf(request), request.event]));
  const renders = await rendersByIds(
    transaction,
    requests.flatMap(({ about }) => (about._tag === 'Render' ? [about.renderId] : [])),
  );
  const batches = await batchesByIds(
    transaction,
    requests.flatMap(({ about }) => (about._tag === 'RenderBatch' ? [about.batchId] : [])),
  );
  const assets = await assetsByIds(
    transaction,
    requests.flatMap(({ about }) => (about._tag === 'Asset' ? [about.assetId] : [])),
  );
  return new Map([
    ...requests.flatMap(({ about, event, messageId }): ReadonlyArray<readonly [string, Content]> =>
      about._tag === 'Review'
        ? [
            [
              messageId,
              { ownerId: about.said.data.ownerId, body: reviewWebhookBody(event, messageId, about.said) },
            ],
          ]
        : [],
    ),
    ...renders.map((render): readonly [string, Content] => {
      const event = eventOf.get(render.renderId) === 'render.failed' ? 'render.failed' : 'render.completed';
      return [render.renderId, { ownerId: render.ownerId, body: webhookBody(event, render, publicBaseUrl) }];
    }),
    ...assets.map((asset): readonly [string, Content] => [
      asset.assetId,
      { ownerId: asset.ownerId, body: assetWebhookBody(asset) },
    ]),
    ...batches.map((batch): readonly [string, Content] => [
      batch.batchId,
      { ownerId: batch.ownerId, body: batchWebhookBody(batch, publicBaseUrl) },
    ]),
  ]);
};

export const toMessage = (
  { messageId, event, about, at, traceparent }: EnqueueDeliveries,
  content: Content,
): NewMessage => ({
  message_id: messageId,
  owner_id: content.ownerId,
  event,
  render_id: about._tag === 'Render' ? about.renderId : null,
  batch_id: about._tag === 'RenderBatch' ? about.batchId : null,
  asset_id: about._tag === 'Asset' ? about.assetId : null,
  video_id: about._tag === 'Review' ? about.said.data.videoId : null,
  body: Buffer.from(content.body),
  created_at: at,
  traceparent: traceparent ?? null,
});

/** Assigns each message the next number of its owner's feed. */
export const numbered = async (transaction: Knex.Transaction, messages: ReadonlyArray<NewMessage>) => {
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
