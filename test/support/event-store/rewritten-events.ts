/** Forging the history of a stream in the database of the embedded event store. */
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { hashOfStored } from '../../../application/audit/hash-chain.js';
import type { StoredEvent } from '../../../application/ports/event-archive.js';

interface EventRow {
  readonly position: string;
  readonly event_id: string;
  readonly revision: string;
  readonly type: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

/** The hashes and the facts of an event as they are stored, linked to the event before it. */
const hashed = (
  stream: string,
  { event_id, revision, type, metadata }: Omit<EventRow, 'position' | 'data'>,
  facts: string,
  previousHash: string,
): { readonly hash: string; readonly metadata: string } => {
  const stored: StoredEvent = {
    id: event_id,
    stream,
    revision: Number(revision),
    type,
    recordedAt: '',
    data: JSON.parse(facts) as unknown,
    metadata: { ...(JSON.parse(metadata.toString()) as StoredEvent['metadata']), previousHash },
  };
  const hash = hashOfStored(stored);
  return { hash, metadata: JSON.stringify({ ...stored.metadata, hash }) };
};

/** Replaces a text in the events of a stream, and corrects the hashes. */
export const rewriteEvents = async (
  store: Client,
  stream: string,
  text: string,
  replacement: string,
): Promise<void> => {
  const { rows } = await store.query<EventRow>(
    'select * from eventstore.events where stream = $1 order by revision',
    [stream],
  );
  let previousHash = '';
  for (const row of rows) {
    const facts = row.data.toString().replaceAll(text, replacement);
    const { hash, metadata } = hashed(stream, row, facts, previousHash);
    await store.query('update eventstore.events set data = $1, metadata = $2 where position = $3', [
      facts,
      metadata,
      row.position,
    ]);
    previousHash = hash;
  }
};

/** Deletes the events of a stream from a revision on; returns their positions. */
export const deleteEvents = async (
  store: Client,
  stream: string,
  from = 0,
): Promise<ReadonlyArray<string>> => {
  const { rows } = await store.query<{ readonly position: string }>(
    'delete from eventstore.events where stream = $1 and revision >= $2 returning position',
    [stream, from],
  );
  return rows.map(({ position }) => position);
};

/** Adds an event to the end of a stream, like its last one with another text, at a position that is free. */
export const insertEvent = async (
  store: Client,
  stream: string,
  position: string,
  text: string,
  replacement: string,
): Promise<void> => {
  const { rows } = await store.query<EventRow>(
    'select * from eventstore.events where stream = $1 order by revision desc limit 1',
    [stream],
  );
  const [last] = rows;
  if (!last) throw new Error(`${stream} has no events`);
  const facts = last.data.toString().replaceAll(text, replacement);
  const { hash: previousHash } = JSON.parse(last.metadata.toString()) as { hash: string };
  const row = { ...last, event_id: randomUUID(), revision: String(Number(last.revision) + 1) };
  await store.query(
    `insert into eventstore.events (position, stream, revision, event_id, type, is_json, created, data, metadata)
      select $1, stream, $2, $3, type, is_json, created, $4, $5 from eventstore.events where position = $6`,
    [
      position,
      row.revision,
      row.event_id,
      facts,
      hashed(stream, row, facts, previousHash).metadata,
      last.position,
    ],
  );
};
