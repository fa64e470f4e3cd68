import { once } from 'node:events';
import { PAGE_EVENTS } from '../event-log.js';
import { NO_LIMIT, type LogReader } from './log-reader.js';
import type { RecentEvents } from './recent-events.js';
import type { RecordedEvent } from '../recorded-event.js';
import type { SubscriptionSink } from './subscription-to-all.js';
import { TOMBSTONE_TYPE } from '../system-streams.js';

export type StreamSubscription = {
  readonly stream: string;
  /** The first revision to deliver, or only new events. */
  readonly from: bigint | 'end';
  readonly resolveLinks: boolean;
};

/** How a subscription to a stream can end by itself. */
export type StreamSubscriptionEnd = 'aborted' | 'stream-deleted';

/**
 * Never delivers anything: EventStoreDB confirms a subscription to the end of a tombstoned stream and keeps it open.
 */
const aborted = async (signal: AbortSignal): Promise<StreamSubscriptionEnd> => {
  if (!signal.aborted) await once(signal, 'abort');
  return 'aborted';
};

/**
 * Follows one stream until the signal aborts or the stream is tombstoned. Waits for a stream that does not exist (any
 * more). As with `$all`, nothing is read ahead of the subscriber.
 */
export const followStream = async (
  { stream, from, resolveLinks }: StreamSubscription,
  reader: LogReader,
  recent: RecentEvents,
  sink: Omit<SubscriptionSink, 'checkpoint'>,
  signal: AbortSignal,
): Promise<StreamSubscriptionEnd> => {
  let next = from === 'end' ? 0n : from;
  let live = false;
  /** The position up to which `$all` was searched for events of the stream. */
  let searchedTo = recent.head();

  const deliver = async (event: RecordedEvent): Promise<void> => {
    await sink.event(await reader.resolve(event, resolveLinks));
    next = event.revision + 1n;
  };

  const goLive = async (): Promise<void> => {
    if (live) return;
    live = true;
    await sink.caughtUp();
  };

  /**
   * Reads the stream itself. The head is recorded first: events committed in the meantime are found again and skipped.
   */
  const catchUp = async (): Promise<StreamSubscriptionEnd | undefined> => {
    const head = recent.head();
    const window = await reader.windowOf(stream);
    if (window._tag === 'Deleted') return 'stream-deleted';
    for await (const page of reader.readStream(stream, window, next, 'forwards', NO_LIMIT)) {
      for (const event of page) {
        if (signal.aborted) return 'aborted';
        await deliver(event);
      }
    }
    searchedTo = head;
    if (window._tag === 'Readable') await goLive();
    return undefined;
  };

  /** Searches recently committed events; undefined if that reaches back further than the memory. */
  const followMemory = async (): Promise<StreamSubscriptionEnd | 'waited' | undefined> => {
    const events = recent.after(searchedTo, PAGE_EVENTS);
    if (events === undefined) return undefined;
    if (events.length === 0) await recent.waitPast(searchedTo, signal);
    for (const event of events) {
      if (signal.aborted) return 'aborted';
      if (event.stream === stream && event.type === TOMBSTONE_TYPE) {
        if (live) await deliver(event);
        return 'stream-deleted';
      }
      if (event.stream === stream && event.revision >= next) {
        await deliver(event);
        await goLive();
      }
      searchedTo = event.position;
    }
    return 'waited';
  };

  if (from === 'end') {
    const window = await reader.windowOf(stream);
    if (window._tag === 'Readable') next = window.last + 1n;
    await goLive();
    if (window._tag === 'Deleted') return aborted(signal);
  } else {
    const end = await catchUp();
    if (end !== undefined) return end;
  }
  while (!signal.aborted) {
    const result = (await followMemory()) ?? 'behind';
    if (result === 'aborted' || result === 'stream-deleted') return result;
    if (result === 'waited') continue;
    if (live) await sink.fellBehind();
    live = false;
    const end = await catchUp();
    if (end !== undefined) return end;
  }
  return 'aborted';
};
