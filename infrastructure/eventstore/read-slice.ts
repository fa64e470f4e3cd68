import {
  BACKWARDS,
  END,
  ErrorType,
  type EventStoreDBClient,
  FORWARDS,
  isCommandError,
  type RecordedEvent,
  START,
  type StreamingRead,
} from '@eventstore/db-client';
import type { StreamSlice } from '../../application/ports/event-store.js';

/** Time limit of one call, in ms. */
export const DEADLINE = 10_000;

/** Whether the client threw an error of this type. */
export const isOfType = (error: unknown, type: ErrorType): boolean =>
  error instanceof Error && isCommandError(error) && error.type === type;

/**
 * Calls `visit` with each event of a read, until `visit` returns `enough`. A stream that does not exist has no events.
 * @throws the client's error, and the signal's reason if it aborts
 */
export const visitEvents = async <Event>(
  reading: StreamingRead<{ readonly event?: Event }>,
  visit: (event: Event) => 'more' | 'enough',
  signal?: AbortSignal,
): Promise<void> => {
  // Events are read to the end even if they are no longer needed, because the client keeps unread streams open.
  await new Promise<void>((resolve, reject) => {
    let over = false;
    const settle = (how: () => void): void => {
      over = true;
      signal?.removeEventListener('abort', abort);
      how();
    };
    const leave = (how: () => void): void => {
      settle(how);
      void reading.cancel();
    };
    const abort = (): void => leave(() => reject(signal?.reason as Error));
    signal?.addEventListener('abort', abort, { once: true });
    reading
      .on('data', ({ event }) => {
        if (over || !event) return;
        try {
          if (visit(event) === 'enough') leave(resolve);
        } catch (error) {
          leave(() => reject(error));
        }
      })
      .on('end', () => settle(resolve))
      .on('error', (error: Error) =>
        settle(() => (isOfType(error, ErrorType.STREAM_NOT_FOUND) ? resolve() : reject(error))),
      );
  });
};

/**
 * Calls `visit` with each event of a slice, read in one call, until `visit` returns `enough`. A stream that does not
 * exist has no events.
 * @throws the client's error, and the signal's reason if it aborts
 */
export const readSlice = async (
  client: EventStoreDBClient,
  stream: string,
  { direction, from, atMost }: StreamSlice,
  visit: (event: RecordedEvent) => 'more' | 'enough',
  signal?: AbortSignal,
): Promise<void> => {
  signal?.throwIfAborted();
  if (atMost === 0) return; // EventStoreDB fails for an empty read
  const forwards = direction === 'forwards';
  const reading = client.readStream(stream, {
    direction: forwards ? FORWARDS : BACKWARDS,
    fromRevision: from ?? (forwards ? START : END),
    ...(atMost === undefined ? {} : { maxCount: atMost }),
    deadline: DEADLINE,
  });
  await visitEvents(reading, visit, signal);
};

/** The event at a revision of a stream, by default the last one; undefined if there is none. */
export const readOne = async (
  client: EventStoreDBClient,
  stream: string,
  revision?: bigint,
): Promise<RecordedEvent | undefined> => {
  let found: RecordedEvent | undefined;
  const slice: StreamSlice =
    revision === undefined ? { direction: 'backwards' } : { direction: 'forwards', from: revision };
  await readSlice(client, stream, { ...slice, atMost: 1 }, (event) => {
    found = event;
    return 'more';
  });
  return found;
};
