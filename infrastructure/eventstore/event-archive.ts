import {
  ErrorType,
  type EventStoreDBClient,
  FORWARDS,
  isCommandError,
  type RecordedEvent,
} from '@eventstore/db-client';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ArchivedEvent, EventArchive, StoredEvent } from '../../application/ports/event-archive.js';
import { unavailable } from '../../application/ports/fault.js';
import type { EventMetadata } from '../../domain/events.js';
import { fromRecordedEvent } from './event-codec.js';
import { retrying } from './retrying.js';

const DEADLINE = 10_000;

const isMissingStream = (error: unknown): boolean =>
  error instanceof Error && isCommandError(error) && error.type === ErrorType.STREAM_NOT_FOUND;

/** An event of the client library to the letter as it is stored. */
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
  metadata: metadata as unknown as EventMetadata,
});

/** The archive in EventStoreDB. */
export const eventStoreDbArchive = (client: EventStoreDBClient): EventArchive => {
  const read = async (stream: string, from: number, maxCount: number): Promise<ArchivedEvent[]> => {
    const found: ArchivedEvent[] = [];
    const events = client.readStream(stream, {
      direction: FORWARDS,
      fromRevision: BigInt(from),
      maxCount,
      deadline: DEADLINE,
    });
    try {
      for await (const { event } of events) {
        if (!event) continue;
        const decoded = fromRecordedEvent(event, event.position ?? { commit: -1n, prepare: -1n });
        found.push({
          stored: toStoredEvent(event),
          event: E.isRight(decoded) ? decoded.right.event : undefined,
        });
      }
    } catch (error) {
      if (!isMissingStream(error)) throw error;
    }
    return found;
  };
  return {
    read: (stream, from, count) =>
      TE.tryCatch(() => retrying(() => read(stream, from, count)), unavailable('the event store')),
  };
};
