import {
  BACKWARDS,
  END,
  ErrorType,
  type EventStoreDBClient,
  FORWARDS,
  isCommandError,
  type RecordedEvent,
  type ResolvedEvent,
  START,
} from '@eventstore/db-client';
import type { StreamSlice } from '../../application/ports/event-store.js';

/** How long one call may take, in ms. */
export const DEADLINE = 10_000;

/** Whether the client threw an error of this type. */
export const isOfType = (error: unknown, type: ErrorType): boolean =>
  error instanceof Error && isCommandError(error) && error.type === type;

/**
 * Shows the events of a slice to `visit`, one by one, in one call. Ends when `visit` says `enough`. A stream that does not
 * exist has no events.
 * @throws what the client throws, and the signal's reason when it aborts
 */
export const readSlice = async (
  client: EventStoreDBClient,
  stream: string,
  { direction, from, atMost }: StreamSlice,
  visit: (event: RecordedEvent) => 'more' | 'enough',
  signal?: AbortSignal,
): Promise<void> => {
  signal?.throwIfAborted();
  if (atMost === 0) return; // EventStoreDB fails on a read of nothing
  const forwards = direction === 'forwards';
  const reading = client.readStream(stream, {
    direction: forwards ? FORWARDS : BACKWARDS,
    fromRevision: from ?? (forwards ? START : END),
    ...(atMost === undefined ? {} : { maxCount: atMost }),
    deadline: DEADLINE,
  });
  // Events are taken to the end even when nobody wants them any more: the client keeps open what is left unread.
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
      .on('data', ({ event }: ResolvedEvent) => {
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
