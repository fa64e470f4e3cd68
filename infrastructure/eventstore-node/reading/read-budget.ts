import type { RecordedEvent } from '../recorded-event.js';

/** A limited amount of a resource that can be in use at a time. */
type Budget = {
  /** Resolves when the amount is available, in order of arrival; false if the signal aborted first. */
  readonly take: (amount: number, signal: AbortSignal) => Promise<boolean>;
  readonly give: (amount: number) => void;
};

/** A single caller can take more than the whole budget while nothing else is taken. */
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

/** Limits the memory of all reads in progress together. Subscriptions, which hold a page each, are not included. */
export type ReadBudget = {
  /**
   * The same pages, each loaded when there is room for it. The room of a page is freed when the next one is requested,
   * so request it only after the client has taken the page. Ends early if the signal aborts.
   */
  readonly within: (pages: Pages, signal: AbortSignal) => Pages;
};

const MAX_READS = 16;
/** Pages being loaded and sent. Sending a page takes several times its size. */
const MAX_BYTES = 8 * 1024 * 1024;
/**
 * A page that its client has not taken in this time, in ms, no longer blocks others: then only the number of pages is
 * limited.
 */
const SLOW_MS = 1000;
/** The assumed size of a page until it is known: the size at which a page ends (event-log.ts). */
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
