import type { LogPosition, Recorded } from '../../domain/events.js';
import type { StoredEvent } from './event-archive.js';
import type { UndecodableEvent } from './fault.js';
import type { LogDifference } from './merkle-log.js';

/** Consecutive events of the log. */
export interface LogBatch {
  readonly events: ReadonlyArray<Recorded>;
  /** Types of events in the batch that only a newer release can read. */
  readonly unknownTypes: ReadonlyArray<string>;
  /** Events in the batch that no release can decode. */
  readonly undecodable: ReadonlyArray<UndecodableEvent>;
  /** The differences between the batch and the log. Changed events are also among the undecodable ones. */
  readonly differences: ReadonlyArray<LogDifference>;
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
  /** The same, but every event exactly as it is stored, even if this release cannot read it. */
  readonly followStored: (
    after: LogPosition | undefined,
    signal: AbortSignal,
  ) => AsyncIterable<{ readonly events: ReadonlyArray<StoredEvent>; readonly upTo: LogPosition }>;
  /** Every event that is stored now, exactly as it is stored, in pages of bounded size. */
  readonly storedPages: (
    signal: AbortSignal,
  ) => AsyncIterable<ReadonlyArray<{ readonly event: StoredEvent; readonly position: LogPosition }>>;
  /** The position of the last event; undefined if there is none after `floor`. */
  readonly headAfter: (floor: LogPosition | undefined) => Promise<LogPosition | undefined>;
}
