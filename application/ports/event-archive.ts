import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { DomainEvent, EventMetadata } from '../../domain/events.js';
import type { Fault } from './fault.js';

/** An event to the letter as it is stored, whatever release wrote it. */
export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** When the store took it, ISO 8601. */
  readonly recordedAt: string;
  readonly data: unknown;
  /** As this service writes it; what others wrote may lack fields, and is empty where it is no object. */
  readonly metadata: EventMetadata;
}

/** A stored event, and what it means; an event of a newer release, or one that can't be decoded, means nothing. */
export interface ArchivedEvent {
  readonly stored: StoredEvent;
  readonly event: DomainEvent | undefined;
}

/** Some consecutive events of a stream, oldest first. */
export interface ArchivePage {
  readonly events: ReadonlyArray<ArchivedEvent>;
  /** Whether the stream goes on after them. */
  readonly hasMore: boolean;
}

/** The events of streams as they are stored, for those who check them. */
export interface EventArchive {
  /**
   * Up to `count` events from the revision on; fewer where they are large, but at least one if there is any. `count` is at
   * least 1.
   */
  readonly read: (stream: string, from: number, count: number) => TaskEither<Fault, ArchivePage>;
}
