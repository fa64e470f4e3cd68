import type { ProgressFeed, RenderProgress } from '../ports/render-queue.js';
import type { RenderGlance } from '../ports/render-outlooks.js';
import { type ProgressEventDependencies, progressEvents, type ProgressEvent } from './progress-events.js';

export interface RenderWatching {
  /**
   * The progress of a render from its current state to its end; undefined from time to time while nothing changes. Ends
   * when the signal aborts or this process stops. `leave` must be called at the end.
   * @param lastId the id of the last event that the client has seen
   */
  readonly watch: (
    render: RenderGlance,
    lastId: string,
    signal: AbortSignal,
  ) => {
    readonly events: AsyncGenerator<ProgressEvent | undefined, void>;
    readonly leave: () => void;
  };
  readonly close: () => void;
  /** Aborts when this process stops. */
  readonly closing: AbortSignal;
}

/** Watches renders. Messages of workers may be lost, so the read model is read too. */
export const renderWatching = (
  dependencies: ProgressEventDependencies & { readonly subscribe: ProgressFeed['subscribe'] },
): RenderWatching => {
  const closing = new AbortController();
  return {
    watch: (render, lastId, signal) => {
      let live: RenderProgress | undefined;
      const leave = dependencies.subscribe((progress) => (live = progress), render.renderId);
      const ended = AbortSignal.any([signal, closing.signal]);
      return { events: progressEvents(dependencies, render, () => live, lastId, ended), leave };
    },
    close: () => closing.abort(),
    closing: closing.signal,
  };
};
