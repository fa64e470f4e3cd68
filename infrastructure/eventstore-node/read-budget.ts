import type { RecordedEvent } from './recorded-event.js';

/** What may be in use at a time of something countable. */
type Budget = {
  /** Resolves once the amount is there, first come, first served; false if the signal aborted before. */
  readonly take: (amount: number, signal: AbortSignal) => Promise<boolean>;
  readonly give: (amount: number) => void;
};

/** More than the whole budget can be taken by one at a time, while nobody else has anything. */
export const createBudget = (limit: number): Budget => {
  type Waiter = { readonly amount: number; readonly resolve: (taken: boolean) => void };
  const waiters = new Set<Waiter>();
  let used = 0;

  const serve = (): void => {
    for (const waiter of waiters) {
      if (used > 0 && used + waiter.amount > limit) return;
      waiters.delete(waiter);
      used += waiter.amount;
      waiter.resolve(true);
    }
  };

  return {
    take: async (amount, signal) => {
      if (signal.aborted) return false;
      let leave = (): void => undefined;
      const taken = await new Promise<boolean>((resolve) => {
        const waiter = { amount, resolve };
        leave = () => {
          waiters.delete(waiter);
          resolve(false);
          serve();
        };
        signal.addEventListener('abort', leave, { once: true });
        waiters.add(waiter);
        serve();
      });
      signal.removeEventListener('abort', leave);
      return taken;
    },
    give: (amount) => {
      used -= amount;
      serve();
    },
  };
};

type Pages = AsyncIterable<readonly RecordedEvent[]>;

/** Bounds what all reads under way hold together. Subscriptions, which hold a page each, are not among them. */
export type ReadBudget = {
  /**
   * The same pages, each loaded once there is room for it. The room of a page is free again when the next is asked for, so
   * ask once the client has taken the page. Ends early when the signal aborts.
   */
  readonly within: (pages: Pages, signal: AbortSignal) => Pages;
};

const MAX_READS = 16;
/** Of pages being loaded and sent. What it takes to send a page is several times the page. */
const MAX_BYTES = 8 * 1024 * 1024;
/** A page that its client has not taken within this time, in ms, holds up nobody any longer: then only the number counts. */
const SLOW_MS = 1000;
/** What a page is taken for until its size is known: the size at which a page ends (event-log.ts). */
const PAGE_BYTES = 2 * 1024 * 1024;

const sizeOf = (page: readonly RecordedEvent[]): number =>
  page.reduce((bytes, { data, metadata }) => bytes + data.length + metadata.length, 0);

export const createReadBudget = (maxReads = MAX_READS, maxBytes = MAX_BYTES): ReadBudget => {
  const reads = createBudget(maxReads);
  const bytes = createBudget(maxBytes);

  async function* boundedBytes(pages: Pages, signal: AbortSignal): AsyncGenerator<readonly RecordedEvent[]> {
    const iterator = pages[Symbol.asyncIterator]();
    let held = 0;
    const release = (): void => {
      bytes.give(held);
      held = 0;
    };
    try {
      while (await bytes.take(PAGE_BYTES, signal)) {
        held = PAGE_BYTES;
        const { done, value } = await iterator.next();
        if (done === true) return;
        const size = sizeOf(value);
        bytes.give(held - size);
        held = size;
        const slow = setTimeout(release, SLOW_MS);
        yield value;
        clearTimeout(slow);
        release();
      }
    } finally {
      release();
      await iterator.return?.();
    }
  }

  return {
    within: async function* (pages, signal) {
      if (!(await reads.take(1, signal))) return;
      try {
        yield* boundedBytes(pages, signal);
      } finally {
        reads.give(1);
      }
    },
  };
};
