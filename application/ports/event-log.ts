import type { LogPosition, Recorded } from '../../domain/events.js';
import type { StoredEvent } from './event-archive.js';
import type { UndecodableEvent } from './fault.js';

/** Consecutive events of the log. */
export interface LogBatch {
  readonly events: ReadonlyArray<Recorded>;
  /** Types of events in the batch that only a newer release can read. */
  readonly unknownTypes: ReadonlyArray<string>;
  /** Events in the batch that no release can decode. */
  readonly undecodable: ReadonlyArray<UndecodableEvent>;
  /** The position of the last event, known or not. */
  readonly upTo: LogPosition;
}

/** The log of all events, in the order in which they were stored. */
export interface EventLog {
  /**
   * All events after the position (or from the beginning), then new ones as they arrive, in batches: large while
   * catching up, small and immediate when live. Survives a restart of the store; ends when the signal aborts.
   */
  readonly follow: (after: LogPosition | undefined, signal: AbortSignal) => AsyncIterable<LogBatch>;
  /** The same, but every event as it is stored, whether this release can read it or not. */
  readonly followStored: (
    after: LogPosition | undefined,
    signal: AbortSignal,
  ) => AsyncIterable<{ readonly events: ReadonlyArray<StoredEvent>; readonly upTo: LogPosition }>;
  /** The position of the last event; undefined if there is none after `floor`. */
  readonly headAfter: (floor: LogPosition | undefined) => Promise<LogPosition | undefined>;
}
