import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from './fault.js';

/** Where finished files live. Keys are made by this service: letters, digits, `-`, `.`, never a path. */
export interface ObjectStorage {
  /** Stores the file at the path under the key, at once and whole; the same key again replaces it. */
  readonly put: (key: string, path: string) => TaskEither<Fault, void>;
}
