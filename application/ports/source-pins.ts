import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from './fault.js';

/** Copies of the sources of renders, by their SHA-256, so that renders can be replayed when the originals are gone. */
export interface SourcePins {
  /** Stores a copy if the policy requires it. @param folder for the temporary copy */
  readonly pin: (
    source: { readonly path: string; readonly sha256: string },
    folder: string,
  ) => TaskEither<Fault, void>;
  /** Writes the stored copy to the path; false if there is none, or it is damaged. */
  readonly take: (sha256: string, path: string) => TaskEither<Fault, boolean>;
}
