import type { Recorded } from '../../domain/events.js';
import type { EventLog } from '../ports/event-log.js';
import type { ProjectionStore } from '../ports/projection-store.js';

export interface ProjectionRun {
  readonly eventLog: EventLog;
  readonly store: ProjectionStore;
  /** Called after each batch is applied. */
  readonly onApplied: (events: ReadonlyArray<Recorded>) => void;
  readonly signal: AbortSignal;
}

/** Applies every event to the projections, from their checkpoints on, until the signal aborts. */
export const runProjections = async ({
  eventLog,
  store,
  onApplied,
  signal,
}: ProjectionRun): Promise<void> => {
  const start = await store.start();
  for await (const batch of eventLog.follow(start, signal)) {
    await store.apply(batch);
    onApplied(batch.events);
  }
};
