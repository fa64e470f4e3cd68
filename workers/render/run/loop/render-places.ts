import { EventEmitter, once } from 'node:events';

/** The place of one render on a worker. */
export interface RenderPlace {
  /**
   * Runs work in one of the worker's slots for processor-heavy work, in order of arrival. While it waits, the render
   * counts as one that downloads. Rejects when the signal aborts while it waits.
   */
  readonly inSlot: <A>(signal: AbortSignal, work: () => Promise<A>) => Promise<A>;
  /** Runs the storing of a finished file, which uses no slot. */
  readonly storing: <A>(work: () => Promise<A>) => Promise<A>;
  /** Gives the place up. */
  readonly leave: () => void;
}

/** The renders in progress on a worker: some that download, some that use the processor, some that are stored. */
export interface RenderPlaces {
  readonly take: () => RenderPlace;
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
export const renderPlaces = ({ fetchConcurrency, renderConcurrency }: StageLimits): RenderPlaces => {
  let fetching = 0;
  let rendering = 0;
  let storing = 0;
  const waiting = new Set<() => void>();
  const changes = new EventEmitter();
  const changed = () => changes.emit('changed');
  const isFull = () => fetching >= fetchConcurrency || waiting.size > 0 || storing >= STORE_CONCURRENCY;

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        rendering += 1;
        waiting.delete(begin);
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(begin);
        reject(signal.reason as Error);
        changed();
      };
      if (rendering < renderConcurrency) return begin();
      waiting.add(begin);
      signal.addEventListener('abort', giveUp, { once: true });
    });

  const leaveSlot = (): void => {
    rendering -= 1;
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
        storing: async (work) => {
          storing += 1;
          try {
            return await work();
          } finally {
            storing -= 1;
            changed();
          }
        },
      };
    },

    free: async (signal) => {
      while (!signal.aborted && isFull()) await once(changes, 'changed', { signal }).catch(() => undefined);
    },
  };
};
