import { type Codec, type JsonSchema, about } from '../../../domain/codec/codec.js';
import { array, type Field, nullable, record } from '../../../domain/codec/containers.js';
import { boolean, number, string } from '../../../domain/codec/scalars.js';
import { BatchResultRecord } from '../../../application/records/batch-record.js';
import { EventRecord } from '../../../application/records/event-record.js';
import { FeedEventRecord } from '../../../application/records/feed-event-record.js';
import { VersionRecord } from '../../../application/records/version-record.js';

// The envelopes of responses: a single record, or a page of records.

/** Adds `null` to the values of a scalar, in the compact form of the schema. */
const orNull = <A>(inner: Codec<A>): Codec<A | null> =>
  Object.assign(nullable(inner), {
    jsonSchema: { ...inner.jsonSchema, type: [inner.jsonSchema['type'], 'null'] },
  });

const whole = (minimum: number, description: string): Codec<number> =>
  about(description, number({ minimum, integer: true }));

const hasNextPage = about('Whether there is a next page.', boolean);

const Pagination = about(
  'The position of this page in the list.',
  record({
    page: whole(1, 'Number of this page.'),
    limit: about('Items per page.', number({ minimum: 1, maximum: 100, integer: true })),
    total: whole(0, 'Items in the whole list, after filtering.'),
    totalPages: whole(0, 'Pages in the whole list.'),
    hasNextPage,
    nextCursor: about(
      'Send it as `cursor` to get the next page. Unlike `page`, it is equally fast at any depth. Null on the last page.',
      orNull(string()),
    ),
  }),
  { title: 'Pagination' },
);

/** The title of an envelope, so that generated clients have a type of that name; none if its content has none. */
const titled = ({ title }: JsonSchema, suffix: string): JsonSchema =>
  typeof title === 'string' ? { title: `${title}${suffix}` } : {};

/** `{ data }` */
export const wrapped = (data: Field): JsonSchema => {
  const { description = 'The records.' } = data.jsonSchema as { readonly description?: string };
  return about(description, record({ data }), titled(data.jsonSchema, 'Response')).jsonSchema;
};

const pageOf = <Item>(item: Codec<Item>, pagination: Field): JsonSchema =>
  about(
    'A page of records.',
    record({ data: about('The records of this page.', array(item)), pagination }),
    titled(item.jsonSchema, 'Page'),
  ).jsonSchema;

/** `{ data: [], pagination }` */
export const listOf = <Item>(item: Codec<Item>): JsonSchema => pageOf(item, Pagination);

/** The pagination of numbered items. Every page costs the same, so it needs no cursor. */
const numberedPagination = (items: string) =>
  about(
    'The position of this page in the list.',
    record({
      page: whole(1, 'Number of this page.'),
      limit: whole(1, 'Items per page.'),
      total: whole(0, `Total number of ${items}.`),
      totalPages: whole(0, 'Total number of pages.'),
      hasNextPage,
    }),
  );

export const VersionsPage = pageOf(VersionRecord, numberedPagination('versions'));

export const BatchResultsPage = pageOf(BatchResultRecord, numberedPagination('rows'));

export const EventsPage = pageOf(
  EventRecord,
  about(
    'The position of this page in the list.',
    record({
      from: whole(0, 'The first revision of this page.'),
      limit: whole(1, 'Maximum number of events per page.'),
      hasNextPage,
      nextFrom: about(
        'Send it as `from` to get the next page; null on the last page.',
        orNull(number({ integer: true })),
      ),
    }),
  ),
);

export const FeedPage: JsonSchema = record({
  data: about('The events, oldest first.', array(FeedEventRecord, 100)),
  pagination: about(
    'How to continue.',
    record({
      limit: whole(1, 'Maximum number of events per response.'),
      hasNextPage: about('Whether there are more events.', boolean),
      nextAfter: whole(0, 'Send it as `after` to get the events that follow.'),
    }),
    { title: 'FeedPagination' },
  ),
}).jsonSchema;
