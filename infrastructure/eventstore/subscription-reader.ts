import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import { roughBytes } from '../../domain/codec/rough-bytes.js';

/** How much is kept ready for the next batch while one is worked on. */
const MOST_EVENTS = 1000;
const MOST_BYTES = 32 * 1024 * 1024;

/** Hands out a subscription's events in batches. */
export interface SubscriptionReader {
  /** All that came since the last batch; waits for the first event. Rejects when the subscription is over. */
  readonly next: () => Promise<ReadonlyArray<AllStreamResolvedEvent>>;
  /** Ends the subscription. What is left is read and dropped: the client's own end waits for streams left unread. */
  readonly close: () => void;
}

/**
 * Reads ahead of whoever takes the batches, within bounds: beyond them the client is not read, and the server waits.
 * The client only emits what goes wrong; it neither ends the stream nor subscribes again.
 */
export const readSubscription = (
  subscription: AllStreamSubscription,
  signal: AbortSignal,
): SubscriptionReader => {
  let ready: AllStreamResolvedEvent[] = [];
  let readyBytes = 0;
  let closed = false;
  let over: Error | undefined;
  let wake = (): void => undefined;

  const pump = (): void => {
    if (closed) return;
    while (ready.length < MOST_EVENTS && readyBytes < MOST_BYTES) {
      const resolved = subscription.read() as AllStreamResolvedEvent | null;
      if (!resolved) break;
      ready.push(resolved);
      readyBytes += roughBytes(resolved.event?.data);
    }
    if (ready.length > 0) wake();
  };
  const end = (reason: Error): void => {
    over ??= reason;
    wake();
  };
  const onAbort = (): void => end(new Error('aborted'));
  subscription
    .on('readable', pump)
    .on('error', end)
    .on('end', () => end(new Error('the subscription ended')));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();

  return {
    next: async () => {
      while (ready.length === 0) {
        if (over) throw over;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const batch = ready;
      ready = [];
      readyBytes = 0;
      setImmediate(pump);
      return batch;
    },
    close: () => {
      closed = true;
      signal.removeEventListener('abort', onAbort);
      subscription.off('readable', pump).resume();
      void subscription.unsubscribe().catch(() => undefined);
    },
  };
};
