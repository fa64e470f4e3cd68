import type { LogPosition, Recorded } from '../../domain/events.js';

/** Consecutive events of the log. */
export interface LogBatch {
  readonly events: ReadonlyArray<Recorded>;
  /** Types of events among these that only a newer release can read. */
  readonly unknownTypes: ReadonlyArray<string>;
  /** Where the last of them stands, known or not. */
  readonly upTo: LogPosition;
}

/** The log of all events, in the order in which they were stored. */
export interface EventLog {
  /**
   * All events after the position (all there are, if there is none), then new ones as they come, in batches: large while
   * catching up, small and at once when live. Survives a restart of the store; ends when the signal aborts.
   */
  readonly follow: (after: LogPosition | undefined, signal: AbortSignal) => AsyncIterable<LogBatch>;
  /** The position of the last event there is; undefined if there is none after `floor`. */
  readonly headAfter: (floor: LogPosition | undefined) => Promise<LogPosition | undefined>;
}
