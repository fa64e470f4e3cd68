import { feedRecord } from '../../../application/wire/webhook-records.js';
import { about } from '../../../domain/codec/codec.js';
import { record, withDefault } from '../../../domain/codec/containers.js';
import { operation } from '../operation.js';
import { wholeNumberFromText } from '../query-codecs.js';
import { sequenceAnswer } from '../sequence-answer.js';
import { FeedSchema } from '../webhook-schemas.js';

/** `GET /v1/events` */
export const listEventsOperation = operation({
  method: 'GET',
  path: '/v1/events',
  access: 'api-key',
  id: 'listEvents',
  tag: 'Webhooks',
  summary: 'Read the feed of events',
  description:
    "The caller's events, numbered from 1 without gaps, oldest first: the same that webhooks bring, whether or not a " +
    'webhook was registered. Ask with the last number you have seen to catch up. `nextAfter` is what to ask with next.',
  query: record({
    after: withDefault(
      about('The number of the last event you have.', wholeNumberFromText(0, 999_999_999_999_999)),
      0,
    ),
    limit: withDefault(about('Most events to answer.', wholeNumberFromText(1, 100)), 20),
  }),
  answers: { success: 200, meaning: 'What came after.', schema: FeedSchema, problems: [] },
  handle:
    ({ webhookDeliveries }) =>
    ({ caller, query: { after, limit } }) =>
      sequenceAnswer({
        from: after,
        limit,
        read: (place, count) => webhookDeliveries.feed(caller.ownerId, place, count),
        behind: ({ number }) => number,
        toJson: (row) => JSON.stringify(feedRecord(row)),
        pagination: ({ place, hasNextPage }) => ({ limit, hasNextPage, nextAfter: place }),
      }),
});
