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

/** Where events live. */
export interface EventStore {
  /** All events of a stream, or those after a revision, oldest first; none for a stream that does not exist. */
  readonly readStream: (stream: string, after?: bigint) => TaskEither<Fault, ReadonlyArray<Recorded>>;
  /** Stores the events all together if the stream is at `expected`; answers the position of the last. */
  readonly append: (
    stream: string,
    expected: ExpectedRevision,
    events: ReadonlyArray<NewEvent>,
  ) => TaskEither<Fault | WrongExpectedRevision, LogPosition>;
}
