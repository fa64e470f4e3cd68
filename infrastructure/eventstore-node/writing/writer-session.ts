import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { closeWhenSilent, CONNECT_MS } from '../../platform/postgres-silence.js';
import { exactTypes } from '../event-log.js';
import type { RecordedEvent } from '../recorded-event.js';

/** The only connection that may write to the log of its database. */
export type WriterSession = {
  /** The position of the last event when the session started; 0 for an empty log. */
  readonly head: bigint;
  /** Stores the events in one durable transaction. Rejects if it is unknown whether that was committed. */
  readonly store: (events: readonly RecordedEvent[]) => Promise<void>;
  /** True once the connection, and with it the lock, is gone. */
  readonly isLost: () => boolean;
  readonly close: () => Promise<void>;
};

/** Another process writes to this database's event log. */
export class LogInUseError extends Error {
  override readonly name = 'LogInUseError';
  constructor() {
    super('another embedded event store is using the log of this database');
  }
}

/** An arbitrary fixed key; nothing else may use it in the same database. */
const LOCK_KEY = 4_711_230_625;
const LOCK_RETRY_MS = 50;

/**
 * Commits wait for the disk regardless of the server's default. The connection of a client machine that has vanished is
 * closed, and its lock released, within half a minute. A plan made while the table was small is reused as it grows, so
 * no plan may scan the table.
 */
const SESSION_SETTINGS = `
  set synchronous_commit = on; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3; set enable_seqscan = off; set idle_in_transaction_session_timeout = 0;
  set client_min_messages = warning`;

/**
 * The table of the log. Runs at every start of a node, under the writer's lock; changes nothing if everything exists.
 * Stream names are compared bytewise, so that a name only equals itself. Earlier releases had an index of event ids,
 * which slowed down every append and is dropped.
 */
const LOG_SCHEMA = `
  create schema if not exists eventstore;
  create table if not exists eventstore.events (
    position bigint primary key,
    stream text collate "C" not null,
    revision bigint not null,
    event_id uuid not null,
    type text not null,
    is_json boolean not null,
    created bigint not null,
    data bytea not null,
    metadata bytea not null,
    constraint events_stream_revision unique (stream, revision)
  );
  drop index if exists eventstore.events_event_id;
`;

/**
 * All payloads are sent as one binary value and split at their ends: arrays would be sent as hexadecimal text, which
 * takes twice the bytes and the time.
 */
const INSERT = `
  insert into eventstore.events
    (position, stream, revision, event_id, type, is_json, created, data, metadata)
  select position, stream, revision, event_id, type, is_json, created,
    substring($8::bytea from data_start + 1 for data_end - data_start),
    substring($8::bytea from data_end + 1 for metadata_end - data_end)
  from unnest(
    $1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::boolean[], $7::bigint[],
    $9::int[], $10::int[], $11::int[])
    as event(position, stream, revision, event_id, type, is_json, created, data_start, data_end, metadata_end)`;

const columnsOf = (events: readonly RecordedEvent[]): unknown[] => {
  let at = 0;
  const bounds = events.map(({ data, metadata }) => {
    const start = at;
    at += data.length + metadata.length;
    return { start, dataEnd: start + data.length, end: at };
  });
  return [
    events.map((event) => event.position),
    events.map((event) => event.stream),
    events.map((event) => event.revision),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.isJson),
    events.map((event) => event.created),
    Buffer.concat(events.flatMap(({ data, metadata }) => [data, metadata])),
    bounds.map(({ start }) => start),
    bounds.map(({ dataEnd }) => dataEnd),
    bounds.map(({ end }) => end),
  ];
};

/** A killed predecessor holds the lock until PostgreSQL notices its end, so the lock is retried for a while. */
const acquireLock = async (client: Client, timeoutMs: number): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      LOCK_KEY,
    ]);
    if (rows[0]?.held === true) return;
    if (Date.now() >= deadline) throw new LogInUseError();
    await delay(LOCK_RETRY_MS);
  }
};

const prepareLog = async (client: Client, timeoutMs: number): Promise<bigint> => {
  await client.query(SESSION_SETTINGS);
  await acquireLock(client, timeoutMs);
  await client.query(LOG_SCHEMA);
  const { rows } = await client.query<{ head: bigint }>(
    'select coalesce(max(position), 0) as head from eventstore.events',
  );
  return rows[0]?.head ?? 0n;
};

/**
 * Becomes the log's only writer. The lock belongs to the connection through which events are stored, so a process that
 * has lost the lock cannot store anything. Waits for the lock for the given time in milliseconds, and calls back when
 * the connection breaks. Rejects with LogInUseError if another process keeps the lock.
 */
export const openWriterSession = async (
  databaseUrl: string,
  timeoutMs: number,
  onLost: (error: Error) => void,
): Promise<WriterSession> => {
  const client = new Client({
    connectionString: databaseUrl,
    types: exactTypes,
    application_name: 'embedded-event-store writer',
    connectionTimeoutMillis: CONNECT_MS,
  });
  let lost = false;
  client.on('error', (error) => {
    lost = true;
    onLost(error);
  });
  client.on('end', () => {
    lost = true;
  });
  try {
    await client.connect();
    const head = await prepareLog(client, timeoutMs);
    closeWhenSilent(client);
    return {
      head,
      store: async (events) => {
        await client.query({ name: 'store-events', text: INSERT, values: columnsOf(events) });
      },
      isLost: () => lost,
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
};
