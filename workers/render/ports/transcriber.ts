import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Word } from '../../../domain/composition/fields/word.js';
import type { CaptionLanguageCode } from '../../../domain/render/events.js';
import type { FailureCause } from '../../../domain/render/failure-cause.js';

/** Sound to transcribe: a file of 16-bit samples, mono, 16 kHz, without a header. */
export interface RecordedSpeech {
  readonly path: string;
  readonly languageCode: CaptionLanguageCode;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** Turns speech into words. */
export interface Transcriber {
  /** Name and version of the recogniser: the same name gives the same words for the same sound. */
  readonly name: TaskEither<FailureCause, string>;
  /** The spoken words, with their times in ms from the start of the sound; none for silence. */
  readonly transcribe: (speech: RecordedSpeech) => TaskEither<FailureCause, ReadonlyArray<Word>>;
}
