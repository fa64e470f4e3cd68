import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { DomainEvent, EventMetadata, LogPosition, Recorded } from '../../domain/events.js';
import type { Fault } from './fault.js';

/** An event that is ready to be stored. Storing it again with the same `id` has no effect. */
export interface NewEvent<Event extends DomainEvent = DomainEvent> {
  readonly id: string;
  readonly event: Event;
  readonly metadata: EventMetadata;
}

/** The revision that the last event of a stream must have for an append. */
export type ExpectedRevision = bigint | 'no-stream';

export interface WrongExpectedRevision {
  readonly _tag: 'WrongExpectedRevision';
}

/** Consecutive events of a stream. */
export interface StreamSlice {
  readonly direction: 'forwards' | 'backwards';
  /**
   * The revision of the first event to read; default: the first event of the stream, or the last one when reading
   * backwards.
   */
  readonly from?: bigint;
  /** Maximum number of events to read; default: all. */
  readonly atMost?: number;
}

/** How to fold the events of a slice, in the order of reading. */
export interface SliceFold<A> {
  readonly initial: A;
  readonly step: (folded: A, recorded: Recorded) => A;
  /** Whether no more events are needed. */
  readonly isEnough?: (folded: A) => boolean;
}

export interface EventStore {
  /**
   * Folds the events of a stream while reading them, so that a stream of any length takes only the memory of a few events.
   * A stream that does not exist has no events.
   * @param signal ends the read as `Abandoned`
   */
  readonly foldStream: <A>(
    stream: string,
    slice: StreamSlice,
    fold: SliceFold<A>,
    signal?: AbortSignal,
  ) => TaskEither<Fault, A>;
  /** Appends the events atomically if the stream is at `expected`; returns the position of the last one. */
  readonly append: (
    stream: string,
    expected: ExpectedRevision,
    events: ReadonlyArray<NewEvent>,
  ) => TaskEither<Fault | WrongExpectedRevision, LogPosition>;
}
