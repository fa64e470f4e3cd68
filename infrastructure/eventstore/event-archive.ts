import type { EventStoreDBClient, RecordedEvent } from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import pLimit from 'p-limit';
import type {
  ArchivedEvent,
  ArchivePage,
  EventArchive,
  StoredEvent,
} from '../../application/ports/event-archive.js';
import { type Fault, unavailable } from '../../application/ports/fault.js';
import {
  type HistoryComparison,
  type ReadEvent,
  readEvent,
} from '../../application/transparency/compare-history.js';
import { isRecord } from '../../domain/codec/json.js';
import { roughBytes } from '../../domain/codec/rough-bytes.js';
import { compareSlice } from './compare-slice.js';
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

const MAX_CONCURRENT_READS = 8;
/** Maximum size of a page, in bytes of JSON. */
const PAGE_BYTES = 2 * 1024 * 1024;

export const eventStoreDbArchive = (
  client: EventStoreDBClient,
  againstLog: HistoryComparison,
): EventArchive => {
  const read = async (stream: string, from: number, count: number): Promise<E.Either<Fault, ArchivePage>> => {
    const events: ArchivedEvent[] = [];
    const read: ReadEvent[] = [];
    let bytes = 0;
    let hasMore = false;
    const slice = { direction: 'forwards', from: BigInt(from), atMost: count + 1 } as const;
    await readSlice(client, stream, slice, (event) => {
      bytes += roughBytes(event.data);
      hasMore = events.length === count || (events.length > 0 && bytes > PAGE_BYTES);
      if (hasMore) return 'enough';
      const archived = toArchivedEvent(event);
      events.push(archived);
      read.push(readEvent(archived.stored, event.position?.commit));
      return 'more';
    });
    const difference = await compareSlice(client, againstLog, {
      stream,
      direction: 'forwards',
      from: slice.from,
      events: read,
      isExhausted: !hasMore,
    });
    return difference ? E.left({ _tag: 'HistoryDiffers', ...difference }) : E.right({ events, hasMore });
  };
  const reads = pLimit(MAX_CONCURRENT_READS);
  return {
    read: (stream, from, count) =>
      pipe(
        TE.tryCatch(
          () => reads(() => retrying(() => read(stream, from, count))),
          unavailable('the event store'),
        ),
        TE.flatMapEither((page) => page),
      ),
  };
};
