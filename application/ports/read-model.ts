import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { LogPosition } from '../../domain/events.js';
import type { Fault } from './fault.js';

/**
 * The progress of the read models, and the writes that they do not show yet. A write is announced under keys before its
 * client gets the response, and a read waits for the writes announced under its key. So a client can read its earlier
 * writes in any process.
 */
export interface ReadModel {
  /**
   * The commit position that all read models have reached, as far as this process knows; -1 at the beginning. Queries that
   * begin later show it.
   */
  readonly reachedCommit: () => bigint;
  /** Resolves once every read model has reached the position; `NotYetReadable` if that takes too long. */
  readonly reached: (position: LogPosition) => TaskEither<Fault, void>;
  /**
   * Resolves once every later `showsWritesOf` one of the keys, on any process, waits for the position. If the read
   * models do not follow the writes of this process closely, waits until they have reached the position.
   */
  readonly announce: (keys: ReadonlyArray<string>, position: LogPosition) => TaskEither<Fault, void>;
  /**
   * Resolves once the read models show everything that was announced under the key, by any process, before this call;
   * `NotYetReadable` if that takes too long.
   */
  readonly showsWritesOf: (key: string) => TaskEither<Fault, void>;
}
