import { EventEmitter, once } from 'node:events';

export interface RenderPermit {
  /**
   * Runs work in one of the worker's slots for processor-heavy work, in order of arrival. While it waits, the render
   * counts as downloading. Rejects if the signal aborts while it waits.
   */
  readonly inSlot: <A>(signal: AbortSignal, work: () => Promise<A>) => Promise<A>;
  /** Runs the storing of a finished file, which uses no slot. */
  readonly storing: <A>(work: () => Promise<A>) => Promise<A>;
  readonly release: () => void;
}

/** Permits for the renders of a worker, some of which download, some use the processor, and some are stored. */
export interface RenderPermits {
  readonly take: () => RenderPermit;
  /** Resolves when another render may be taken, or the signal aborts. */
  readonly free: (signal: AbortSignal) => Promise<void>;
}

/** The most renders of a worker in each stage. */
export interface StageLimits {
  readonly fetchConcurrency: number;
  readonly renderConcurrency: number;
}

/** The most renders whose files a worker stores concurrently; while there are as many, it takes no further render. */
const STORE_CONCURRENCY = 4;

/**
 * Permits for one worker. It may take another render while
 * - fewer than `fetchConcurrency` renders download,
 * - none waits for a slot (another worker could render it), and
 * - fewer than {@link STORE_CONCURRENCY} renders store their files.
 */
export const renderPermits = ({ fetchConcurrency, renderConcurrency }: StageLimits): RenderPermits => {
  const active = { fetching: 0, rendering: 0, storing: 0 };
  const waiting = new Set<symbol>();
  const changes = new EventEmitter().setMaxListeners(0);
  const changed = () => changes.emit('changed');
  const count = (stage: keyof typeof active, change: 1 | -1): void => {
    active[stage] += change;
    changed();
  };
  const isFull = () =>
    active.fetching >= fetchConcurrency || waiting.size > 0 || active.storing >= STORE_CONCURRENCY;

  const takeSlot = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const own = Symbol('waits');
    waiting.add(own);
    try {
      while (active.rendering >= renderConcurrency || [...waiting][0] !== own)
        await once(changes, 'changed', { signal }).catch(() => signal.throwIfAborted());
      active.rendering += 1;
    } finally {
      waiting.delete(own);
      changed();
    }
  };

  return {
    take: () => {
      active.fetching += 1;
      let isFetching = true;
      const release = (): void => {
        if (isFetching) count('fetching', -1);
        isFetching = false;
      };
      return {
        release,
        inSlot: async (signal, work) => {
          await takeSlot(signal);
          release();
          return work().finally(() => {
            active.rendering -= 1;
            changed();
          });
        },
        storing: async (work) => {
          count('storing', 1);
          return work().finally(() => count('storing', -1));
        },
      };
    },

    free: async (signal) => {
      while (!signal.aborted && isFull()) await once(changes, 'changed', { signal }).catch(() => undefined);
    },
  };
};
