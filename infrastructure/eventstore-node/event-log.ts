import { Pool, types, type CustomTypesConfig, type QueryResultRow } from 'pg';
import type { RecordedEvent } from './recorded-event.js';
import { isEscaped, storedNameOf, typeOfStored } from './stored-names.js';
import { createStreamNames } from './stream-names.js';
import type { EventPlace, StreamHead } from './writing/write-plan.js';

type TypeParserLookup = CustomTypesConfig['getTypeParser'];

const INT8 = 20;
const defaultParser = types.getTypeParser as (oid: number, format?: 'text' | 'binary') => unknown;

/** Parses int8 as bigint, which holds every value exactly; other types as pg does. */
export const exactTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? BigInt : defaultParser(oid, format)) as TypeParserLookup,
};

/** A page ends before an event that would exceed this size, but has at least one event. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
export const PAGE_EVENTS = 500;

export type Direction = 'forwards' | 'backwards';

/** A range of one stream: revisions `from` to `to`, inclusive, recorded at `createdFrom` or later. */
export type StreamStretch = {
  readonly stream: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly createdFrom: bigint;
  readonly direction: Direction;
};

const COLUMNS =
  'position, stream, revision, event_id as id, type, is_json as "isJson", created, data, metadata';

/** Wraps an ordered selection so that it stops at the page's limits in number and bytes. */
const page = (where: string, order: string, limit: string): string => `
  select ${COLUMNS} from (
    select *, sum(octet_length(data) + octet_length(metadata)) over (order by ${order})
      - octet_length(data) - octet_length(metadata) as bytes_before
    from (select * from eventstore.events where ${where} order by ${order} limit ${limit}) as candidates
  ) as measured
  where bytes_before < ${MAX_PAGE_BYTES} order by ${order}`;

const ALL_FORWARDS = page('position >= $1', 'position', '$2');
const ALL_BACKWARDS = page('position < $1', 'position desc', '$2');
const STREAM_WHERE = 'stream = $1 and revision between $2 and $3 and created >= $4';
const STREAM_FORWARDS = page(STREAM_WHERE, 'revision', '$5');
const STREAM_BACKWARDS = page(STREAM_WHERE, 'revision desc', '$5');

const HEADS = `
  select name, head.revision, case when name like '$$%' and head.is_json then head.data end as data
  from unnest($1::text[]) as wanted(name)
  cross join lateral (
    select revision, is_json, data from eventstore.events where stream = name order by revision desc limit 1
  ) as head`;

const PLACES_AFTER = `
  select event_id as id, stream, revision, position from eventstore.events where position > $1 order by position`;

const PLACES_BY_REVISION = `
  select event_id as id, stream, revision, position
  from unnest($1::text[], $2::bigint[], $3::bigint[]) as stretch(name, first, last)
  join eventstore.events on stream = name and revision between first and last`;

/** The revisions of a stream at which a repeated append would have stored its events. */
export type RevisionStretch = { readonly stream: string; readonly first: bigint; readonly last: bigint };

/** Reads of the log. Every method rejects if PostgreSQL cannot be reached; none writes. */
export type EventLog = {
  /** Events of `$all` from a position: forwards including it, backwards excluding it. */
  readonly readAll: (position: bigint, direction: Direction, limit: number) => Promise<RecordedEvent[]>;
  readonly readStream: (stretch: StreamStretch, limit: number) => Promise<RecordedEvent[]>;
  /** The last events of the streams that have any. */
  readonly heads: (streams: readonly string[]) => Promise<Map<string, StreamHead>>;
  /** All events after a position, in order. They are few, because a session starts where the previous one ended. */
  readonly placesAfter: (position: bigint) => Promise<EventPlace[]>;
  readonly placesByRevision: (stretches: readonly RevisionStretch[]) => Promise<EventPlace[]>;
  readonly close: () => Promise<void>;
};

const READ_CONNECTIONS = 8;

export const openEventLog = (databaseUrl: string, onIdleError: (error: Error) => void): EventLog => {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: READ_CONNECTIONS,
    types: exactTypes,
    application_name: 'embedded-event-store reads',
  });
  pool.on('error', onIdleError);

  const rows = async <Row extends QueryResultRow>(name: string, text: string, values: unknown[]) =>
    (await pool.query<Row>({ name, text, values })).rows;

  const names = createStreamNames(rows);

  const eventRows = async (name: string, text: string, values: unknown[]): Promise<RecordedEvent[]> => {
    const found = await names.restore(await rows<RecordedEvent>(name, text, values));
    return found.some(({ type }) => isEscaped(type))
      ? found.map((event) => ({ ...event, type: typeOfStored(event.type) }))
      : found;
  };

  const placeRows = async (name: string, text: string, values: unknown[]): Promise<EventPlace[]> =>
    names.restore(await rows<EventPlace>(name, text, values));

  return {
    readAll: (position, direction, limit) =>
      direction === 'forwards'
        ? eventRows('all-forwards', ALL_FORWARDS, [position, limit])
        : eventRows('all-backwards', ALL_BACKWARDS, [position, limit]),
    readStream: ({ stream, from, to, createdFrom, direction }, limit) => {
      const values = [storedNameOf(stream), from, to, createdFrom, limit];
      return direction === 'forwards'
        ? eventRows('stream-forwards', STREAM_FORWARDS, values)
        : eventRows('stream-backwards', STREAM_BACKWARDS, values);
    },
    heads: async (streams) => {
      type Row = { name: string; revision: bigint; data: Buffer | null };
      const named = new Map(streams.map((stream) => [storedNameOf(stream), stream]));
      const found = await rows<Row>('heads', HEADS, [[...named.keys()]]);
      return new Map(
        found.map(({ name, revision, data }) => [
          named.get(name) ?? name,
          { revision, data: data ?? undefined },
        ]),
      );
    },
    placesAfter: (position) => placeRows('places-after', PLACES_AFTER, [position]),
    placesByRevision: (stretches) =>
      placeRows('places-by-revision', PLACES_BY_REVISION, [
        stretches.map(({ stream }) => storedNameOf(stream)),
        stretches.map(({ first }) => first),
        stretches.map(({ last }) => last),
      ]),
    close: () => pool.end(),
  };
};
