import type { Recorded } from '../../domain/events.js';
import type { EventLog } from '../ports/event-log.js';
import type { ProjectionStore } from '../ports/projection-store.js';

export interface ProjectionRun {
  readonly eventLog: EventLog;
  readonly store: ProjectionStore;
  /** Called after each batch is shown. */
  readonly onApplied: (events: ReadonlyArray<Recorded>) => void;
  readonly signal: AbortSignal;
}

/** Shows every event to the projections, from where they stand on, until the signal aborts. */
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
