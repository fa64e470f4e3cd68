import pLimit from 'p-limit';
import type { RecordedEvent } from '../recorded-event.js';

type Pages = AsyncIterable<readonly RecordedEvent[]>;

/** The same pages, of which the first is loaded when other reads have ended; none if the signal aborts before. */
export type ReadLimit = (pages: Pages, signal: AbortSignal) => Pages;

/** Each read has a page in memory at a time (event-log.ts); sending a page takes several times its size. */
const MOST_READS = 16;

/** Limits how many reads are in progress together. Subscriptions, which hold a page each, are not included. */
export const limitReads = (most = MOST_READS): ReadLimit => {
  const limit = pLimit(most);
  const place = (): Promise<() => void> =>
    new Promise((taken) => void limit(() => new Promise<void>((leave) => taken(leave))));
  return async function* (pages, signal) {
    const leave = await place();
    try {
      if (!signal.aborted) yield* pages;
    } finally {
      leave();
    }
  };
};
