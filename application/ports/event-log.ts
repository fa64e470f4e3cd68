import type { LogPosition, Recorded } from '../../domain/events.js';

/** The log of all events, in the order in which they were stored. */
export interface EventLog {
  /**
   * All events after the position (all there are, if there is none), then new ones as they come, in batches: large while
   * catching up, small and at once when live. Survives a restart of the store; ends when the signal aborts.
   */
  readonly follow: (
    after: LogPosition | undefined,
    signal: AbortSignal,
  ) => AsyncIterable<ReadonlyArray<Recorded>>;
}
