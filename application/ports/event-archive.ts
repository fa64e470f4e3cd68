import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { DomainEvent, EventMetadata } from '../../domain/events.js';
import type { Fault } from './fault.js';

export type StoredMetadata = Readonly<Partial<Record<keyof EventMetadata, unknown>>>;

/** An event exactly as it is stored, whichever release wrote it. */
export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** When it was stored, ISO 8601. */
  readonly recordedAt: string;
  readonly data: unknown;
  /**
   * The metadata. In events of other programs, fields may be missing or have other values; it is empty if it is not an
   * object.
   */
  readonly metadata: StoredMetadata;
}

/** A stored event, and its decoded form; undefined for an event of a newer release or one that cannot be decoded. */
export interface ArchivedEvent {
  readonly stored: StoredEvent;
  readonly event: DomainEvent | undefined;
}

/** Consecutive events of a stream, oldest first. */
export interface ArchivePage {
  readonly events: ReadonlyArray<ArchivedEvent>;
  /** Whether more events follow in the stream. */
  readonly hasMore: boolean;
}

/** The events of streams exactly as stored, for verification. */
export interface EventArchive {
  /**
   * Reads up to `count` events from a revision. If they are large, returns fewer, but at least one if there is any.
   * `count` is at least 1.
   */
  readonly read: (stream: string, from: number, count: number) => TaskEither<Fault, ArchivePage>;
}
