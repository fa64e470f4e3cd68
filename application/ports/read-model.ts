import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { LogPosition } from '../../domain/events.js';
import type { Fault } from './fault.js';

/**
 * The progress of the read models. A write is answered once they show it: whatever a client was told of can be read, on
 * any process.
 */
export interface ReadModel {
  /** Resolves once every read model has reached the position; `NotYetReadable` if that takes too long. */
  readonly reached: (position: LogPosition) => TaskEither<Fault, void>;
}
