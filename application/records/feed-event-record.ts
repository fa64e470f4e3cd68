import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { WebhookEventName } from '../../domain/webhook-endpoint/events.js';
import type { FeedRow } from '../ports/webhook-deliveries.js';
import { anyObject, dateTime, ordinal, text } from './fields.js';

/** An event of the owner's feed: what a webhook delivers, with its number. */
export const FeedEventRecord = about(
  'An event of the feed.',
  record({
    number: ordinal('Its number in the feed, from 1, without gaps.'),
    messageId: text('The value of `webhook-id` in webhooks.'),
    createdAt: dateTime('When it happened.'),
    event: about('What happened.', WebhookEventName),
    data: about(
      'The `data` of webhooks.',
      anyObject('The render, the batch, the asset, the comment or the decision.'),
      {
        properties: {},
      },
    ),
  }),
  { title: 'Event' },
);
export type FeedEventRecord = t.TypeOf<typeof FeedEventRecord>;

/**
 * An event of the owner's feed.
 * @throws RangeError if the stored body was not written by this service
 */
export const feedEventRecord = ({ number, messageId, createdAt, body }: FeedRow): FeedEventRecord => {
  const { event, data } = JSON.parse(body) as { readonly event?: unknown; readonly data?: unknown };
  const decoded = FeedEventRecord.decode({ number, messageId, createdAt, event, data });
  if (E.isLeft(decoded)) throw new RangeError(`the stored body of message ${messageId} is malformed`);
  return decoded.right;
};
