import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { number, oneOf } from '../../domain/codec/scalars.js';
import type { FeedRow } from '../ports/webhook-deliveries.js';
import { anyObject, dateTime, text } from './fields.js';

/** An event of the owner's feed: what a webhook delivers, and its number. */
export const FeedEventRecord = about(
  'An event.',
  record({
    number: about('Its place in the feed, from 1, without gaps.', number({ minimum: 1, integer: true })),
    messageId: text('What webhooks send as `webhook-id`.'),
    createdAt: dateTime('When it happened.'),
    event: about('What happened.', oneOf('render.completed', 'render.failed')),
    data: about('What webhooks send as `data`.', anyObject('The render.'), { properties: {} }),
  }),
  { title: 'Event' },
);
export type FeedEventRecord = t.TypeOf<typeof FeedEventRecord>;

/**
 * An event of the owner's feed.
 * @throws RangeError where the stored body is not one that this service wrote
 */
export const feedEventRecord = ({ number, messageId, createdAt, body }: FeedRow): FeedEventRecord => {
  const { event, data } = JSON.parse(body) as { readonly event?: unknown; readonly data?: unknown };
  const decoded = FeedEventRecord.decode({ number, messageId, createdAt, event, data });
  if (E.isLeft(decoded)) throw new RangeError(`the stored body of message ${messageId} is malformed`);
  return decoded.right;
};
