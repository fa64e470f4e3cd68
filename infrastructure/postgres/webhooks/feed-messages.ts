import type { Knex } from 'knex';
import {
  assetWebhookBody,
  batchWebhookBody,
  reviewWebhookBody,
  webhookBody,
} from '../../../application/records/webhook-body.js';
import type { AssetId, OwnerId, RenderBatchId, RenderId, VideoId } from '../../../domain/ids.js';
import type { WebhookEventName } from '../../../domain/webhook-endpoint/events.js';
import type { ReviewMessage } from '../../../domain/review/events.js';
import type { AnnouncedEvent, EnqueueDeliveries } from '../../../projections/change.js';
import { assetsByIds } from '../queries/assets.js';
import { batchesByIds } from '../renders/batch-rows.js';
import { rendersByIds } from '../queries/renders.js';

/** The column that names the subject of a message. Comments and decisions have none: the id of the message is used. */
interface Subject {
  readonly render_id?: RenderId;
  readonly batch_id?: RenderBatchId;
  readonly asset_id?: AssetId;
  readonly video_id?: VideoId;
}

/** A message to an owner. Each subscribed endpoint gets a delivery of it. */
export interface NewMessage extends Subject {
  readonly message_id: string;
  readonly owner_id: OwnerId;
  readonly event: WebhookEventName;
  readonly body: Buffer;
  readonly created_at: string;
  readonly traceparent: string | null;
}

const subjectOf = (event: AnnouncedEvent): Subject => {
  switch (event.type) {
    case 'RenderCompleted':
    case 'RenderFailed':
      return { render_id: event.data.renderId };
    case 'RenderBatchCompleted':
      return { batch_id: event.data.batchId };
    case 'AssetStored':
    case 'AssetRefused':
      return { asset_id: event.data.assetId };
    case 'CommentAdded':
    case 'CommentReplied':
    case 'VersionApproved':
    case 'VersionSentBack':
      return { video_id: event.data.videoId };
  }
};

/** The id of what a message is about. A comment or decision has the id of its event, which is also the message's. */
export const subjectIdOf = ({ recorded: { event, id } }: EnqueueDeliveries): string => {
  const { render_id, batch_id, asset_id } = subjectOf(event);
  return render_id ?? batch_id ?? asset_id ?? id;
};

const isReviewMessage = (event: AnnouncedEvent): event is AnnouncedEvent & ReviewMessage =>
  'author' in event.data;

interface Content {
  readonly owner_id: OwnerId;
  readonly body: string;
}

/** The contents of messages, by the id of what they are about. What the read models do not know has none. */
export const contentsOf = async (
  transaction: Knex.Transaction,
  requests: ReadonlyArray<EnqueueDeliveries>,
  publicBaseUrl: string,
): Promise<ReadonlyMap<string, Content>> => {
  const subjects = requests.map(({ recorded }) => subjectOf(recorded.event));
  const renders = await rendersByIds(
    transaction,
    subjects.flatMap(({ render_id }) => render_id ?? []),
  );
  const batches = await batchesByIds(
    transaction,
    subjects.flatMap(({ batch_id }) => batch_id ?? []),
  );
  const assets = await assetsByIds(
    transaction,
    subjects.flatMap(({ asset_id }) => asset_id ?? []),
  );
  const contents = new Map<string, Content>();
  for (const { event, recorded } of requests)
    if (isReviewMessage(recorded.event))
      contents.set(recorded.id, {
        owner_id: recorded.event.data.ownerId,
        body: reviewWebhookBody(event, recorded.id, recorded.event),
      });
  for (const render of renders) {
    const event = render.status === 'failed' ? 'render.failed' : 'render.completed';
    contents.set(render.renderId, {
      owner_id: render.ownerId,
      body: webhookBody(event, render, publicBaseUrl),
    });
  }
  for (const batch of batches)
    contents.set(batch.batchId, { owner_id: batch.ownerId, body: batchWebhookBody(batch, publicBaseUrl) });
  for (const asset of assets)
    contents.set(asset.assetId, { owner_id: asset.ownerId, body: assetWebhookBody(asset) });
  return contents;
};

export const toMessage = (
  { event, recorded }: EnqueueDeliveries,
  { owner_id, body }: Content,
): NewMessage => ({
  ...subjectOf(recorded.event),
  message_id: recorded.id,
  owner_id,
  event,
  body: Buffer.from(body),
  created_at: recorded.event.data.at,
  traceparent: recorded.metadata.traceparent ?? null,
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
