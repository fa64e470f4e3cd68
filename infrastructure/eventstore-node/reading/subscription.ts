import { PAGE_EVENTS } from '../event-log.js';
import type { LogReader } from './log-reader.js';
import type { RecentEvents } from './recent-events.js';
import type { RecordedEvent } from '../recorded-event.js';
import type { FilterOptions } from '../wire/read-requests.js';

/** What a subscription sends to its subscriber. Each call resolves when the subscriber can take more. */
export type SubscriptionSink = {
  readonly event: (event: RecordedEvent) => Promise<void>;
  /** All events up to and including the position have been considered. */
  readonly checkpoint: (position: bigint) => Promise<void>;
  readonly caughtUp: () => Promise<void>;
  readonly fellBehind: () => Promise<void>;
};

export type LogSubscription = {
  /** Events after this position are delivered. */
  readonly after: bigint;
  readonly filter: FilterOptions | undefined;
};

/**
 * Follows `$all` until the signal aborts: from the log while behind, from memory once caught up. Reads no further until
 * the subscriber has taken what was read, so that a slow subscriber costs no memory and loses nothing.
 */
export const followAll = async (
  { after, filter }: LogSubscription,
  reader: LogReader,
  recent: RecentEvents,
  sink: SubscriptionSink,
  signal: AbortSignal,
): Promise<void> => {
  let at = after;
  let live = false;
  let considered = 0;

  const deliver = async (event: RecordedEvent): Promise<void> => {
    if (filter === undefined || filter.accepts(event)) {
      await sink.event(event);
    }
    at = event.position;
    if (filter === undefined) return;
    considered += 1;
    if (considered < filter.checkpointInterval) return;
    considered = 0;
    await sink.checkpoint(at);
  };

  const nextPage = async (): Promise<readonly RecordedEvent[]> => {
    const inMemory = recent.after(at, PAGE_EVENTS);
    if (inMemory !== undefined) return inMemory;
    if (live) {
      live = false;
      await sink.fellBehind();
    }
    return reader.pageAfter(at);
  };

  while (!signal.aborted) {
    const page = await nextPage();
    for (const event of page) {
      if (signal.aborted) return;
      await deliver(event);
    }
    if (page.length > 0) continue;
    if (!live) {
      live = true;
      await sink.caughtUp();
    }
    await recent.waitPast(at, signal);
  }
};
