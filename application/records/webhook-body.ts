import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { oneOf } from '../../domain/codec/scalars.js';
import type { ReviewMessage } from '../../domain/review/events.js';
import type { AssetRow } from '../ports/assets.js';
import type { RenderRow } from '../ports/queries.js';
import type { RenderBatchRow } from '../ports/render-batches.js';
import { AssetRecord, assetRecord } from './asset-record.js';
import { BatchRecord, batchRecord } from './batch-record.js';
import { amount, dateTime, ordinal, text, uri } from './fields.js';
import { OutputRecord, outputRecords, outputUrl } from './output-record.js';
import { authorRecord, DrawingRecord, PointRecord, ReviewAuthorRecord } from './review-records.js';
import { failureText, receiptUrl, renderedVideo } from './render-record.js';
import { VideoRecord } from './video-record.js';

/** The body of webhooks about renders: docs/webhooks.md. */
export const WebhookBody = about(
  'The body of a webhook about a render.',
  record({
    event: about('What happened.', oneOf('render.completed', 'render.failed', 'webhook.test')),
    data: about(
      'The render.',
      record(
        {
          _id: text('The render.'),
          status: about('The final status.', oneOf('completed', 'failed')),
          outputUrl: text('URL of the first output; empty if the render failed.'),
          outputs: about('All files that the render wrote; empty if it failed.', array(OutputRecord)),
          error: text('Why it failed; empty if it completed.'),
          videoId: text('The video that was rendered.'),
          videoVersion: ordinal('The version that was rendered.'),
          videoData: VideoRecord,
          createdAt: dateTime('When the render was requested.'),
          updatedAt: dateTime('When the render finished.'),
        },
        {
          receiptUrl: uri('URL of the signed receipt, which needs an API key; absent if the render failed.'),
        },
      ),
    ),
  }),
  { title: 'WebhookMessage' },
);
export type WebhookBody = t.TypeOf<typeof WebhookBody>;

/**
 * The body of a webhook. Call it once when a render finishes, and store the text: the same bytes are signed and sent on
 * every attempt.
 * @param render a completed or failed render
 * @returns JSON text that is unchanged by parsing and `JSON.stringify`
 */
export const webhookBody = (
  event: WebhookBody['event'],
  render: RenderRow,
  publicBaseUrl: string,
): string => {
  const { output, failure, video, createdAt, updatedAt } = render;
  const body: WebhookBody = {
    event,
    data: {
      _id: render.renderId,
      status: event === 'render.failed' ? 'failed' : 'completed',
      outputUrl: output ? outputUrl(publicBaseUrl, output.key) : '',
      outputs: output ? outputRecords(publicBaseUrl, output) : [],
      error: failure ? failureText(failure) : '',
      videoId: video.videoId,
      videoVersion: video.version,
      videoData: renderedVideo(render),
      createdAt,
      updatedAt,
      ...(output ? { receiptUrl: receiptUrl(publicBaseUrl, render.renderId) } : {}),
    },
  };
  return JSON.stringify(body);
};

export const BatchWebhookBody = about(
  'The body of a webhook about a batch.',
  record({ event: about('What happened.', oneOf('batch.completed')), data: BatchRecord }),
  { title: 'BatchWebhookMessage' },
);

/**
 * The body of the webhook about a completed batch. Call it once, and store the text: the same bytes are signed and sent
 * on every attempt.
 */
export const batchWebhookBody = (batch: RenderBatchRow, publicBaseUrl: string): string => {
  const body: t.TypeOf<typeof BatchWebhookBody> = {
    event: 'batch.completed',
    data: batchRecord(batch, publicBaseUrl),
  };
  return JSON.stringify(body);
};

export const ReviewWebhookBody = about(
  'The body of a webhook about a comment or a decision.',
  record({
    event: about(
      'What happened.',
      oneOf('comment.added', 'comment.replied', 'version.approved', 'version.sent-back'),
    ),
    data: about(
      'What was said or decided.',
      record(
        {
          _id: text('The comment, the reply or the decision.'),
          videoId: text('The video.'),
          author: ReviewAuthorRecord,
          createdAt: dateTime('When.'),
        },
        {
          text: text('The words; absent if a version was approved without any.'),
          version: ordinal('The version; absent for a reply.'),
          commentId: text('The comment that a reply is to.'),
          time: amount('When in the video a comment is, in ms.'),
          point: PointRecord,
          drawing: DrawingRecord,
        },
      ),
    ),
  }),
  { title: 'ReviewWebhookMessage' },
);

/**
 * The body of the webhook about a comment or a decision, and the text to store.
 * @param id the id of the event, which becomes the id of a decision
 */
export const reviewWebhookBody = (event: string, id: string, { type, data }: ReviewMessage): string => {
  const { videoId, author, at, text: words } = data;
  const ownId = type === 'CommentAdded' ? data.commentId : type === 'CommentReplied' ? data.replyId : id;
  const { time, point, drawing } = type === 'CommentAdded' ? data : {};
  return JSON.stringify({
    event,
    data: {
      _id: ownId,
      videoId,
      author: authorRecord(author),
      createdAt: at,
      text: words,
      time,
      point,
      drawing,
      version: 'version' in data ? data.version : undefined,
      commentId: type === 'CommentReplied' ? data.commentId : undefined,
    },
  });
};

export const AssetWebhookBody = about(
  'The body of a webhook about an asset.',
  record({ event: about('What happened.', oneOf('asset.ready', 'asset.refused')), data: AssetRecord }),
  { title: 'AssetWebhookMessage' },
);

/** The body of the webhook about an asset that was read. Call it once, and store the text. */
export const assetWebhookBody = (asset: AssetRow): string => {
  const event = asset.status === 'refused' ? 'asset.refused' : 'asset.ready';
  const body: t.TypeOf<typeof AssetWebhookBody> = { event, data: assetRecord(asset) };
  return JSON.stringify(body);
};
