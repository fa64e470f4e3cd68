import type { RecordedEvent } from '../recorded-event.js';

const MAX_EVENTS = 4096;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The end of the log in memory, from which live subscriptions are served without querying PostgreSQL. Its size is
 * limited; subscriptions that are further behind read from the log.
 */
export type RecentEvents = {
  /** The position of the last committed event. */
  readonly head: () => bigint;
  /** Adds the events just committed, which directly follow the head. */
  readonly publish: (events: readonly RecordedEvent[]) => void;
  /** The events after a position, or undefined if they are no longer all in memory. */
  readonly after: (position: bigint, limit: number) => readonly RecordedEvent[] | undefined;
  /** Resolves when the head is past the position, or when the signal aborts. */
  readonly waitPast: (position: bigint, signal: AbortSignal) => Promise<void>;
  /** Restarts at a head that was read from the log. */
  readonly reset: (head: bigint) => void;
};

const sizeOf = (event: RecordedEvent): number => event.data.length + event.metadata.length + 200;

export const createRecentEvents = (): RecentEvents => {
  let kept: RecordedEvent[] = [];
  let bytes = 0;
  let head = 0n;
  let waiters = new Set<() => void>();

  const wake = (): void => {
    const woken = waiters;
    waiters = new Set();
    for (const resume of woken) resume();
  };

  const trim = (): void => {
    let dropped = 0;
    while (bytes > MAX_BYTES || kept.length - dropped > MAX_EVENTS) {
      const oldest = kept[dropped];
      if (oldest === undefined) break;
      bytes -= sizeOf(oldest);
      dropped += 1;
    }
    if (dropped > 0) kept = kept.slice(dropped);
  };

  return {
    head: () => head,
    publish: (events) => {
      for (const event of events) {
        kept.push(event);
        bytes += sizeOf(event);
        head = event.position;
      }
      trim();
      wake();
    },
    after: (position, limit) => {
      if (position >= head) return [];
      const first = kept[0]?.position;
      if (first === undefined || position + 1n < first) return undefined;
      const start = Number(position + 1n - first);
      return kept.slice(start, start + limit);
    },
    waitPast: (position, signal) =>
      new Promise((resolve) => {
        if (head > position || signal.aborted) return resolve();
        const resume = (): void => {
          waiters.delete(resume);
          signal.removeEventListener('abort', resume);
          resolve();
        };
        waiters.add(resume);
        signal.addEventListener('abort', resume, { once: true });
      }),
    reset: (newHead) => {
      kept = [];
      bytes = 0;
      head = newHead;
      wake();
    },
  };
};
