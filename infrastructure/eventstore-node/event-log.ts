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

/** Revisions of a stream or, without one, positions of `$all`: from `low` to `high`, inclusive. */
export type LogRange = {
  readonly stream: string | undefined;
  readonly low: bigint;
  readonly high: bigint;
  readonly direction: 'forwards' | 'backwards';
};

const COLUMNS =
  'position, stream, revision, event_id as id, type, is_json as "isJson", created, data, metadata';

/** Selects a range, and stops at the page's limits in number and bytes. */
const page = (where: string, order: string): string => `
  select ${COLUMNS} from (
    select *, sum(octet_length(data) + octet_length(metadata)) over (order by ${order})
      - octet_length(data) - octet_length(metadata) as bytes_before
    from (select * from eventstore.events where ${where} order by ${order} limit $3) as candidates
  ) as measured
  where bytes_before < ${MAX_PAGE_BYTES} order by ${order}`;

const OF_ALL = 'position between $1 and $2';
const OF_STREAM = 'revision between $1 and $2 and stream = $4';
const ALL = { forwards: page(OF_ALL, 'position'), backwards: page(OF_ALL, 'position desc') };
const STREAM = { forwards: page(OF_STREAM, 'revision'), backwards: page(OF_STREAM, 'revision desc') };

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
  /** The first events of a range: at most `limit`, and no more than fit into a page. */
  readonly read: (range: LogRange, limit: number) => Promise<RecordedEvent[]>;
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
    read: ({ stream, low, high, direction }, limit) =>
      stream === undefined
        ? rows(`all-${direction}`, ALL[direction], [low, high, limit])
        : rows(`stream-${direction}`, STREAM[direction], [low, high, limit, stream]),
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

/** At most `count` events of a range, in pages of bounded size. */
export async function* pagesOf(
  log: Pick<StoredLog, 'read'>,
  range: LogRange,
  count: number,
): AsyncGenerator<readonly RecordedEvent[]> {
  let { low, high } = range;
  for (let left = count; low <= high && left > 0;) {
    const events = await log.read({ ...range, low, high }, Math.min(left, PAGE_EVENTS));
    const last = events.at(-1);
    if (last === undefined) return;
    yield events;
    left -= events.length;
    const reached = range.stream === undefined ? last.position : last.revision;
    if (range.direction === 'forwards') low = reached + 1n;
    else high = reached - 1n;
  }
}
