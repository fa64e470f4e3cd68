import * as E from 'fp-ts/lib/Either.js';
import type { RenderId } from '../../domain/ids.js';
import type { RenderQueries } from '../ports/queries.js';
import type { ProgressFeed } from '../ports/render-queue.js';
import {
  type ProgressEventNeeds,
  progressEvents,
  type ProgressEvent,
  type Watcher,
} from './progress-events.js';

export interface WatchedRender {
  readonly events: AsyncGenerator<ProgressEvent | undefined, void>;
  readonly leave: () => void;
}

export interface RenderWatching {
  /**
   * The progress of a render that exists, from now to its end; undefined from time to time while nothing changes.
   * `lastId`: what the client has seen already. Ends when the signal aborts or this process stops. `leave` must be called
   * at the end.
   */
  readonly watch: (renderId: RenderId, lastId: string, signal: AbortSignal) => WatchedRender;
  readonly close: () => void;
  /** Aborts when this process stops. */
  readonly closing: AbortSignal;
}

export interface WatchDependencies extends ProgressEventNeeds {
  readonly queries: ProgressEventNeeds['queries'] & Pick<RenderQueries, 'glances'>;
  /** What workers report. A message may be lost, so the read model is queried regularly. */
  readonly subscribe: ProgressFeed['subscribe'];
}

/** How often the states of all watched renders are read, in ms. */
const INTERVAL = 500;

/** Watches renders: one query for all of them, and one subscription each. */
export const renderWatching = (needs: WatchDependencies): RenderWatching => {
  const { queries, subscribe } = needs;
  const watchers = new Set<Watcher>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const read = async (some: Iterable<Watcher>): Promise<void> => {
    const found = await queries.glances([...new Set([...some].map(({ renderId }) => renderId))])();
    if (E.isLeft(found)) return;
    const byId = new Map(found.right.map((glance) => [glance.renderId, glance]));
    for (const watcher of some) {
      watcher.glance = byId.get(watcher.renderId) ?? watcher.glance;
      watcher.wake();
    }
  };
  const readRegularly = (): void => {
    timer ??= setTimeout(() => {
      const isDone = () => {
        timer = undefined;
        if (watchers.size > 0) readRegularly();
      };
      void read(watchers).finally(isDone);
    }, INTERVAL);
  };

  async function* events(watcher: Watcher, lastId: string, signal: AbortSignal): WatchedRender['events'] {
    await read([watcher]);
    yield* progressEvents(needs, watcher, lastId, signal);
  }

  return {
    watch: (renderId, lastId, signal) => {
      const watcher: Watcher = { renderId, glance: undefined, live: undefined, wake: () => undefined };
      watchers.add(watcher);
      readRegularly();
      const unsubscribe = subscribe((progress) => {
        watcher.live = progress;
        watcher.wake();
      }, renderId);
      const leave = (): void => {
        if (watchers.delete(watcher)) unsubscribe();
      };
      const ended = AbortSignal.any([signal, closing.signal]);
      ended.addEventListener('abort', leave, { once: true });
      return { events: events(watcher, lastId, ended), leave };
    },
    close: () => closing.abort(),
    closing: closing.signal,
  };
};
