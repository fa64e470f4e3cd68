import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from './fault.js';

/** Copies of the sources of renders, kept by their SHA-256, so that these can be replayed when the originals are gone. */
export interface SourcePins {
  /** Keeps a copy if the policy demands it. @param folder where the copy is made first */
  readonly pin: (
    source: { readonly path: string; readonly sha256: string },
    folder: string,
  ) => TaskEither<Fault, void>;
  /** Puts the kept copy at the path; false if there is none, or it is damaged. */
  readonly take: (sha256: string, path: string) => TaskEither<Fault, boolean>;
}
