import type { LogPosition } from '../../domain/events.js';
import type { LogBatch } from './event-log.js';

/** Where projections keep their tables and how far each has come. */
export interface ProjectionStore {
  /** Where the projection that is furthest behind stands; undefined if one has seen nothing yet. */
  readonly start: () => Promise<LogPosition | undefined>;
  /**
   * Shows the events to every projection that has not seen them yet: all changes and checkpoints in one transaction.
   * Checkpoints never go back.
   */
  readonly apply: (batch: LogBatch) => Promise<void>;
}
