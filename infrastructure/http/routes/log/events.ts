import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { feedEventRecord } from '../../../../application/records/feed-event-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import { type Operation, operation } from '../../server/operation.js';
import { wholeNumberFromText } from '../../contract/query-codecs.js';
import { sequenceResponse } from '../../server/sequence-response.js';
import { FeedPage } from '../../contract/pages.js';

/** How many events, each up to a megabyte, are read together. */
const BATCH_SIZE = 8;

export const feedOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/events', {
    access: 'api-key',
    id: 'listEvents',
    tag: 'Webhooks',
    summary: 'Read the feed of events',
    description:
      "The caller's events, numbered from 1 without gaps, oldest first. They are the events that webhooks deliver, whether or not a " +
      'webhook was registered. To catch up, send the last number you have seen as `after`, then the `nextAfter` of each response.',
    query: record({
      after: withDefault(
        about('The number of the last event you have seen.', wholeNumberFromText(0, 999_999_999_999_999)),
        0,
      ),
      limit: withDefault(about('Maximum number of events to return.', wholeNumberFromText(1, 100)), 20),
    }),
    returns: 'The events that follow.',
    schema: FeedPage,
    handle: ({ webhookDeliveries }, { caller, query: { after, limit } }) =>
      sequenceResponse({
        from: after,
        limit,
        read: (place, wanted) => {
          const count = Math.min(wanted, BATCH_SIZE);
          return pipe(
            webhookDeliveries.feed(caller.ownerId, place, count + 1), // one more than needed, to know whether there are more
            TE.map((rows) => ({ rows: rows.slice(0, count), hasMore: rows.length > count })),
          );
        },
        positionAfter: ({ number }) => number,
        toJson: (row) => JSON.stringify(feedEventRecord(row)),
        pagination: ({ place, hasNextPage }) => ({ limit, hasNextPage, nextAfter: place }),
      }),
  }),
];
