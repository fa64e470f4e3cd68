import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Speech } from '../../../domain/composition/fields/speech.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';

/** Speaks texts. */
export interface SpeechEngine {
  /** The name of the engine with its version or model: engines of the same name have the same voices. */
  readonly name: TaskEither<FailureCause, string>;
  /**
   * The sound of a text as a WAV file, of at most {@link MOST_SPOKEN_BYTES}. The cause says what is wrong with the text
   * or the engine, without addresses and secrets.
   */
  readonly speak: (speech: Speech, signal: AbortSignal) => TaskEither<FailureCause, Uint8Array>;
}

/** The largest sound of a text, in bytes: about 20 minutes at the rate and depth that engines use. */
export const MOST_SPOKEN_BYTES = 64 * 1024 * 1024;
