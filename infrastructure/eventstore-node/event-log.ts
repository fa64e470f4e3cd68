import { Pool, types, type CustomTypesConfig, type QueryResultRow } from 'pg';
import { closeWhenSilent, CONNECT_MS } from '../platform/postgres-silence.js';
import type { RecordedEvent } from './recorded-event.js';
import type { EventPlace } from './writing/write-plan.js';

type TypeParserLookup = CustomTypesConfig['getTypeParser'];

const INT8 = 20;
const defaultParser = types.getTypeParser as (oid: number, format?: 'text' | 'binary') => unknown;

/** Parses int8 as bigint, which holds every value exactly; other types as pg does. */
export const exactTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? BigInt : defaultParser(oid, format)) as TypeParserLookup,
};

/** A page ends before an event that would exceed this size, but has at least one event. */
const MAX_PAGE_BYTES = 1024 * 1024;
export const PAGE_EVENTS = 500;

export type ReadDirection = 'forwards' | 'backwards';

/** A range of one stream: revisions `from` to `to`, inclusive. */
export type StreamStretch = {
  readonly stream: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly direction: ReadDirection;
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
const STREAM_WHERE = 'stream = $1 and revision between $2 and $3';
const STREAM_FORWARDS = page(STREAM_WHERE, 'revision', '$4');
const STREAM_BACKWARDS = page(STREAM_WHERE, 'revision desc', '$4');

const HEADS = `
  select name, head.revision
  from unnest($1::text[]) as wanted(name)
  cross join lateral (
    select revision from eventstore.events where stream = name order by revision desc limit 1
  ) as head`;

const PLACES_BY_REVISION = `
  select event_id as id, stream, revision, position
  from unnest($1::text[], $2::bigint[], $3::bigint[]) as stretch(name, first, last)
  join eventstore.events on stream = name and revision between first and last`;

/** The revisions of a stream at which a repeated append would have stored its events. */
export type RevisionStretch = { readonly stream: string; readonly first: bigint; readonly last: bigint };

/** Reads of the log. Every method rejects if PostgreSQL cannot be reached; none writes. */
export type StoredLog = {
  /** Events of `$all` from a position: forwards including it, backwards excluding it. */
  readonly readAll: (position: bigint, direction: ReadDirection, limit: number) => Promise<RecordedEvent[]>;
  readonly readStream: (stretch: StreamStretch, limit: number) => Promise<RecordedEvent[]>;
  /** The last revisions of the streams that have events. */
  readonly heads: (streams: readonly string[]) => Promise<Map<string, bigint>>;
  readonly placesByRevision: (stretches: readonly RevisionStretch[]) => Promise<EventPlace[]>;
  readonly close: () => Promise<void>;
};

const READ_CONNECTIONS = 8;

export const openEventLog = (databaseUrl: string, onIdleError: (error: Error) => void): StoredLog => {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: READ_CONNECTIONS,
    types: exactTypes,
    application_name: 'embedded-event-store reads',
    connectionTimeoutMillis: CONNECT_MS,
  });
  pool.on('connect', closeWhenSilent);
  pool.on('error', onIdleError);

  const rows = async <Row extends QueryResultRow>(name: string, text: string, values: unknown[]) =>
    (await pool.query<Row>({ name, text, values })).rows;

  return {
    readAll: (position, direction, limit) =>
      direction === 'forwards'
        ? rows('all-forwards', ALL_FORWARDS, [position, limit])
        : rows('all-backwards', ALL_BACKWARDS, [position, limit]),
    readStream: ({ stream, from, to, direction }, limit) =>
      direction === 'forwards'
        ? rows('stream-forwards', STREAM_FORWARDS, [stream, from, to, limit])
        : rows('stream-backwards', STREAM_BACKWARDS, [stream, from, to, limit]),
    heads: async (streams) => {
      const found = await rows<{ name: string; revision: bigint }>('heads', HEADS, [streams]);
      return new Map(found.map(({ name, revision }) => [name, revision]));
    },
    placesByRevision: (stretches) =>
      rows('places-by-revision', PLACES_BY_REVISION, [
        stretches.map(({ stream }) => stream),
        stretches.map(({ first }) => first),
        stretches.map(({ last }) => last),
      ]),
    close: () => pool.end(),
  };
};
