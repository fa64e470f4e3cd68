import { EventEmitter, once } from 'node:events';

/** The place that one render has on a worker. */
export interface RenderPlace {
  /**
   * Works in the worker's only slot for what needs the processor, once the renders that asked before have left it. Until
   * then the render counts as one that fetches. Rejects when the signal aborts before its turn has come.
   */
  readonly inSlot: <A>(signal: AbortSignal, work: () => Promise<A>) => Promise<A>;
  /** Ends the render's stay. */
  readonly leave: () => void;
}

/** How many renders a worker has under way: some that fetch, one that uses the processor. */
export interface RenderPlaces {
  readonly take: () => RenderPlace;
  /** Resolves once another render may be taken, or when the signal aborts. */
  readonly free: (signal: AbortSignal) => Promise<void>;
}

/**
 * Places for a worker. Another render may be taken while fewer than `fetchConcurrency` fetch and none of them waits for
 * the slot: what is fetched far in advance could have been rendered by another worker.
 */
export const renderPlaces = (fetchConcurrency: number): RenderPlaces => {
  let fetching = 0;
  let isSlotTaken = false;
  const waiting = new Set<() => void>();
  const changes = new EventEmitter();
  const changed = () => changes.emit('changed');
  const isFull = () => fetching >= fetchConcurrency || waiting.size > 0;

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        isSlotTaken = true;
        waiting.delete(begin);
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(begin);
        reject(signal.reason as Error);
        changed();
      };
      if (!isSlotTaken) return begin();
      waiting.add(begin);
      signal.addEventListener('abort', giveUp, { once: true });
    });

  const leaveSlot = (): void => {
    isSlotTaken = false;
    const [first] = waiting;
    first?.();
    changed();
  };

  return {
    take: () => {
      fetching += 1;
      let isFetching = true;
      const leave = (): void => {
        if (!isFetching) return;
        isFetching = false;
        fetching -= 1;
        changed();
      };
      return {
        leave,
        inSlot: async (signal, work) => {
          signal.throwIfAborted();
          await turn(signal);
          leave();
          try {
            return await work();
          } finally {
            leaveSlot();
          }
        },
      };
    },

    free: async (signal) => {
      while (!signal.aborted && isFull()) await once(changes, 'changed', { signal }).catch(() => undefined);
    },
  };
};
