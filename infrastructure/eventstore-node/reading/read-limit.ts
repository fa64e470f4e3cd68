import pLimit from 'p-limit';
import type { RecordedEvent } from '../recorded-event.js';

type Pages = AsyncIterable<readonly RecordedEvent[]>;

/** Returns the same pages, loaded once fewer reads than the limit are in progress; none if the signal aborts before. */
export type ReadLimit = (pages: Pages, signal: AbortSignal) => Pages;

/** Each read has a page in memory at a time (event-log.ts); sending a page takes several times its size. */
const MAX_READS = 16;

/** Limits how many reads are in progress together. Subscriptions, which hold a page each, are not included. */
export const limitReads = (max = MAX_READS): ReadLimit => {
  const limit = pLimit(max);
  const acquire = (): Promise<() => void> =>
    new Promise((acquired) => void limit(() => new Promise<void>((release) => acquired(release))));
  return async function* (pages, signal) {
    const release = await acquire();
    try {
      if (!signal.aborted) yield* pages;
    } finally {
      release();
    }
  };
};
