import { EventEmitter, once } from 'node:events';

export interface RenderPermit {
  /**
   * Runs work in one of the worker's slots for processor-heavy work, in order of arrival. While it waits, the render
   * counts as one that downloads. Rejects when the signal aborts while it waits.
   */
  readonly inSlot: <A>(signal: AbortSignal, work: () => Promise<A>) => Promise<A>;
  /** Runs the storing of a finished file, which uses no slot. */
  readonly storing: <A>(work: () => Promise<A>) => Promise<A>;
  readonly release: () => void;
}

/** The renders in progress on a worker: some that download, some that use the processor, some that are stored. */
export interface RenderPermits {
  readonly take: () => RenderPermit;
  /** Resolves when another render may be taken, or the signal aborts. */
  readonly free: (signal: AbortSignal) => Promise<void>;
}

/** How many renders a worker has in each stage at most. */
export interface StageLimits {
  readonly fetchConcurrency: number;
  readonly renderConcurrency: number;
}

/** How many finished files a worker stores concurrently; while there are more, it takes no further render. */
const STORE_CONCURRENCY = 4;

/**
 * Places for a worker. Another render may be taken while fewer than `fetchConcurrency` download, none waits for a slot
 * (it could be rendered by another worker), and finished files are stored as fast as they are made.
 */
export const renderPermits = ({ fetchConcurrency, renderConcurrency }: StageLimits): RenderPermits => {
  const under = { fetching: 0, rendering: 0, storing: 0 };
  const waiting = new Set<symbol>();
  const changes = new EventEmitter().setMaxListeners(0);
  const changed = () => changes.emit('changed');
  const count = (stage: keyof typeof under, change: 1 | -1): void => {
    under[stage] += change;
    changed();
  };
  const isFull = () =>
    under.fetching >= fetchConcurrency || waiting.size > 0 || under.storing >= STORE_CONCURRENCY;

  const takeSlot = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const own = Symbol('waits');
    waiting.add(own);
    try {
      while (under.rendering >= renderConcurrency || [...waiting][0] !== own)
        await once(changes, 'changed', { signal }).catch(() => signal.throwIfAborted());
      under.rendering += 1;
    } finally {
      waiting.delete(own);
      changed();
    }
  };

  return {
    take: () => {
      under.fetching += 1;
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
            under.rendering -= 1;
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
