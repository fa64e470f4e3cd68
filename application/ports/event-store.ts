import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { DomainEvent, EventMetadata, LogPosition, Recorded } from '../../domain/events.js';
import type { Fault } from './fault.js';

/** An event that is ready to be stored. Storing it again under the same `id` stores nothing. */
export interface NewEvent<Event extends DomainEvent = DomainEvent> {
  readonly id: string;
  readonly event: Event;
  readonly metadata: EventMetadata;
}

/** The revision a stream must have for an append: that of its last event. */
export type ExpectedRevision = bigint | 'no-stream';

export interface WrongExpectedRevision {
  readonly _tag: 'WrongExpectedRevision';
}

/** Some consecutive events of a stream. */
export interface StreamSlice {
  readonly direction: 'forwards' | 'backwards';
  /** The revision of the first event to read; left out, the first event of the stream, or the last when backwards. */
  readonly from?: bigint;
  /** How many events to read at most; left out, all there are. */
  readonly atMost?: number;
}

/** What to make of the events of a slice, one by one in the order of reading. */
export interface SliceFold<A> {
  readonly initial: A;
  readonly step: (folded: A, recorded: Recorded) => A;
  /** Whether no more events are needed. */
  readonly isEnough?: (folded: A) => boolean;
}

/** Where events live. */
export interface EventStore {
  /**
   * Folds events of a stream as they are read, so that a stream of any length takes the memory of a few events. A stream
   * that does not exist has no events.
   * @param signal ends the reading as `Abandoned`
   */
  readonly foldStream: <A>(
    stream: string,
    slice: StreamSlice,
    fold: SliceFold<A>,
    signal?: AbortSignal,
  ) => TaskEither<Fault, A>;
  /** Stores the events all together if the stream is at `expected`; answers the position of the last. */
  readonly append: (
    stream: string,
    expected: ExpectedRevision,
    events: ReadonlyArray<NewEvent>,
  ) => TaskEither<Fault | WrongExpectedRevision, LogPosition>;
}
