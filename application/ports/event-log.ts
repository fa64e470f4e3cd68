import type { LogPosition, Recorded } from '../../domain/events.js';
import type { StoredEvent } from './event-archive.js';

/** An event of a known type that does not hold what such events do. `reason` names fields, never what they hold. */
export interface UndecodableEvent {
  readonly _tag: 'UndecodableEvent';
  readonly stream: string;
  readonly revision: number;
  readonly eventType: string;
  readonly reason: string;
}

/** Consecutive events of the log. */
export interface LogBatch {
  readonly events: ReadonlyArray<Recorded>;
  /** Types of events among these that only a newer release can read. */
  readonly unknownTypes: ReadonlyArray<string>;
  /** Events among these that no release can read as they are. */
  readonly undecodable: ReadonlyArray<UndecodableEvent>;
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
  /** The same, but every event as it is stored, whether this release can read it or not. */
  readonly followStored: (
    after: LogPosition | undefined,
    signal: AbortSignal,
  ) => AsyncIterable<{ readonly events: ReadonlyArray<StoredEvent>; readonly upTo: LogPosition }>;
  /** The position of the last event there is; undefined if there is none after `floor`. */
  readonly headAfter: (floor: LogPosition | undefined) => Promise<LogPosition | undefined>;
}
