import type { Option } from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from './fault.js';

/** A stored file; `start` and `end` are byte offsets, both included. */
export interface StoredObject {
  readonly bytes: number;
  readonly modifiedAt: Date;
  readonly read: (range?: { readonly start: number; readonly end: number }) => NodeJS.ReadableStream;
}

/** Where finished files live. Keys are made by this service: letters, digits, `-`, `_`, `.`, never a path. */
export interface ObjectStorage {
  /** Stores the file at the path under the key, at once and whole; the same key again replaces it. */
  readonly put: (key: string, path: string) => TaskEither<Fault, void>;
  readonly find: (key: string) => TaskEither<Fault, Option<StoredObject>>;
}
