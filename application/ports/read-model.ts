import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { LogPosition } from '../../domain/events.js';
import type { Fault } from './fault.js';

/** How far the read models have come. */
export interface ReadModel {
  /** Answers once every read model shows what stands at the position; `NotYetReadable` if that takes too long. */
  readonly reached: (position: LogPosition) => TaskEither<Fault, void>;
}
