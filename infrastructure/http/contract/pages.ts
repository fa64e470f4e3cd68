import type { Codec, JsonSchema } from '../../../domain/codec/codec.js';
import { about } from '../../../domain/codec/codec.js';
import { array, type Field, nullable, record } from '../../../domain/codec/containers.js';
import { boolean, number, string } from '../../../domain/codec/scalars.js';
import { EventRecord } from '../../../application/records/event-record.js';
import { FeedEventRecord } from '../../../application/records/feed-event-record.js';
import { VersionRecord } from '../../../application/records/version-record.js';

// What stands around records in answers: one record, or a page of them.

/** `null` next to the values of a scalar, in the short form of the schema. */
const orNull = <A>(inner: Codec<A>): Codec<A | null> =>
  Object.assign(nullable(inner), {
    jsonSchema: { ...inner.jsonSchema, type: [inner.jsonSchema['type'], 'null'] },
  });

const whole = (minimum: number, description: string): Codec<number> =>
  about(description, number({ minimum, integer: true }));

const hasNextPage = about('Whether there is a page after this one.', boolean);

const Pagination = about(
  'Where in the list this page is.',
  record({
    page: whole(1, 'Number of this page.'),
    limit: about('Items per page.', number({ minimum: 1, maximum: 100, integer: true })),
    total: whole(0, 'Items in the whole list, with its filters.'),
    totalPages: whole(0, 'Pages in the whole list.'),
    hasNextPage,
    nextCursor: about(
      'Send it as `cursor` for the next page, which costs the same however deep it is; null on the last page.',
      orNull(string()),
    ),
  }),
  { title: 'Pagination' },
);

/** `{ data }` */
export const wrapped = (data: Field): JsonSchema => about('The record.', record({ data })).jsonSchema;

const pageOf = <Item>(item: Codec<Item>, pagination: Field): JsonSchema =>
  about('A page of records.', record({ data: about('The records of this page.', array(item)), pagination }))
    .jsonSchema;

/** `{ data: [], pagination }` */
export const listOf = <Item>(item: Codec<Item>): JsonSchema => pageOf(item, Pagination);

/** A page of versions; every page costs the same. */
export const VersionsPage = pageOf(
  VersionRecord,
  about(
    'Where in the list this page is.',
    record({
      page: whole(1, 'Number of this page.'),
      limit: whole(1, 'Items per page.'),
      total: whole(0, 'Versions in all.'),
      totalPages: whole(0, 'Pages in all.'),
      hasNextPage,
    }),
  ),
);

/** A page of recorded events. */
export const EventsPage = pageOf(
  EventRecord,
  about(
    'Where in the list this page is.',
    record({
      from: whole(0, 'The revision this page starts at.'),
      limit: whole(1, 'Most items on a page.'),
      hasNextPage,
      nextFrom: about(
        'Send it as `from` for the next page; null on the last.',
        orNull(number({ integer: true })),
      ),
    }),
  ),
);

/** A part of the feed. */
export const FeedPage: JsonSchema = record({
  data: about('The events, oldest first.', array(FeedEventRecord, 100)),
  pagination: about(
    'Where to go on.',
    record({
      limit: whole(1, 'Most events in an answer.'),
      hasNextPage: about('Whether there is more already.', boolean),
      nextAfter: whole(0, 'Send it as `after` for what comes next.'),
    }),
    { title: 'FeedPagination' },
  ),
}).jsonSchema;
