/** Forging the history of a stream in the database of the embedded event store. */
import type { Client } from 'pg';
import { hashOfStored } from '../../../application/audit/repeated-request.js';
import type { StoredEvent } from '../../../application/ports/event-archive.js';

interface EventRow {
  readonly position: string;
  readonly event_id: string;
  readonly revision: string;
  readonly type: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

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
  for (const { position, event_id, revision, type, data, metadata } of rows) {
    const facts = data.toString().replaceAll(text, replacement);
    const stored = {
      id: event_id,
      stream,
      revision: Number(revision),
      type,
      recordedAt: '',
      data: JSON.parse(facts) as unknown,
      metadata: { ...(JSON.parse(metadata.toString()) as StoredEvent['metadata']), previousHash },
    };
    const hash = hashOfStored(stored);
    await store.query('update eventstore.events set data = $1, metadata = $2 where position = $3', [
      facts,
      JSON.stringify({ ...stored.metadata, hash }),
      position,
    ]);
    previousHash = hash;
  }
};
