import type { LogPosition } from '../../domain/events.js';
import type { LogBatch } from './event-log.js';

export interface ProjectionStore {
  /** The checkpoint of the projection that is furthest behind; undefined if one has not applied any event yet. */
  readonly start: () => Promise<LogPosition | undefined>;
  /**
   * Applies the events to every projection that has not applied them yet, with all changes and checkpoints in one
   * transaction. Checkpoints never move backwards.
   */
  readonly apply: (batch: LogBatch) => Promise<void>;
}
