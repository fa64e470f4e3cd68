import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import { roughBytes } from '../../domain/codec/rough-bytes.js';

/** How many events are buffered for the next batch. */
const MAX_EVENTS = 1000;
/** Small: an event is projected together with its batch, so small events would wait for many large ones. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Returns a subscription's events in batches. */
export interface SubscriptionReader {
  /** All events since the last batch; waits for the first one. Rejects when the subscription has ended. */
  readonly next: () => Promise<ReadonlyArray<AllStreamResolvedEvent>>;
  /**
   * Ends the subscription. The rest is read and dropped, because the client waits for unread streams when it is closed.
   */
  readonly close: () => void;
}

/**
 * Reads ahead up to a limit; beyond it, backpressure makes the server wait. The client only emits errors; it neither
 * ends the stream nor resubscribes.
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
    while (ready.length < MAX_EVENTS && readyBytes < MAX_BYTES) {
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
