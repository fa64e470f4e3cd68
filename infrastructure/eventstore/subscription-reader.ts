import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';

/** Hands out a subscription's events in batches; at most `max` of them are read ahead of it by the stream itself. */
export interface SubscriptionReader {
  /** All that is there at once, up to `max`; waits for the first. Rejects when the subscription is over. */
  readonly next: (max: number) => Promise<ReadonlyArray<AllStreamResolvedEvent>>;
}

/** The client only emits what went wrong: it neither ends the stream nor subscribes again. */
export const readSubscription = (
  subscription: AllStreamSubscription,
  signal: AbortSignal,
): SubscriptionReader => {
  let over: Error | undefined;
  let wake = (): void => undefined;
  const end = (reason: Error): void => {
    over ??= reason;
    wake();
  };
  const onAbort = (): void => end(new Error('aborted'));
  subscription
    .on('readable', () => wake())
    .on('error', end)
    .on('end', () => end(new Error('the subscription ended')));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  subscription.once('close', () => signal.removeEventListener('abort', onAbort));

  return {
    next: async (max) => {
      const batch: AllStreamResolvedEvent[] = [];
      for (;;) {
        for (let item; batch.length < max && (item = subscription.read() as AllStreamResolvedEvent | null);)
          batch.push(item);
        if (batch.length > 0) return batch;
        if (over) throw over;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
};
