import type { EventStoreDBClient, RecordedEvent } from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import pLimit from 'p-limit';
import type {
  ArchivedEvent,
  ArchivePage,
  EventArchive,
  StoredEvent,
} from '../../application/ports/event-archive.js';
import { unavailable } from '../../application/ports/fault.js';
import { isRecord } from '../../domain/codec/json.js';
import { roughBytes } from '../../domain/codec/rough-bytes.js';
import { fromRecordedEvent } from './event-codec.js';
import { readSlice } from './read-slice.js';
import { retrying } from './retrying.js';

/** Converts an event of the client library, exactly as stored. */
export const toStoredEvent = ({
  id,
  streamId,
  revision,
  type,
  data,
  metadata,
  created,
}: RecordedEvent): StoredEvent => ({
  id,
  stream: streamId,
  revision: Number(revision),
  type,
  recordedAt: created.toISOString(),
  data,
  metadata: isRecord(metadata) ? metadata : {},
});

const toArchivedEvent = (event: RecordedEvent): ArchivedEvent => {
  const decoded = fromRecordedEvent(event, event.position ?? { commit: -1n, prepare: -1n });
  return { stored: toStoredEvent(event), event: E.isRight(decoded) ? decoded.right.event : undefined };
};

/** How many pages are read concurrently. */
const MAX_CONCURRENT_READS = 8;
/** Maximum size of a page, in bytes of JSON. */
const PAGE_BYTES = 2 * 1024 * 1024;

export const eventStoreDbArchive = (client: EventStoreDBClient): EventArchive => {
  const read = async (stream: string, from: number, count: number): Promise<ArchivePage> => {
    const events: ArchivedEvent[] = [];
    let bytes = 0;
    let hasMore = false;
    const slice = { direction: 'forwards', from: BigInt(from), atMost: count + 1 } as const;
    await readSlice(client, stream, slice, (event) => {
      bytes += roughBytes(event.data);
      hasMore = events.length === count || (events.length > 0 && bytes > PAGE_BYTES);
      if (hasMore) return 'enough';
      events.push(toArchivedEvent(event));
      return 'more';
    });
    return { events, hasMore };
  };
  const reads = pLimit(MAX_CONCURRENT_READS);
  return {
    read: (stream, from, count) =>
      TE.tryCatch(
        () => reads(() => retrying(() => read(stream, from, count))),
        unavailable('the event store'),
      ),
  };
};
