import { EventEmitter, once } from 'node:events';

/** The place of one render on a worker. */
export interface RenderPlace {
  /**
   * Runs work in the worker's only slot for processor-heavy work, in order of arrival. While it waits, the render
   * counts as one that downloads. Rejects when the signal aborts while it waits.
   */
  readonly inSlot: <A>(signal: AbortSignal, work: () => Promise<A>) => Promise<A>;
  /** Gives the place up. */
  readonly leave: () => void;
}

/** The renders in progress on a worker: some that download, one that uses the processor. */
export interface RenderPlaces {
  readonly take: () => RenderPlace;
  /** Resolves when another render may be taken, or the signal aborts. */
  readonly free: (signal: AbortSignal) => Promise<void>;
}

/**
 * Places for a worker. Another render may be taken while fewer than `fetchConcurrency` download and none waits for the
 * slot: a render that waits here could be rendered by another worker.
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
