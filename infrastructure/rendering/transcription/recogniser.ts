import type { Word } from '../../../domain/composition/format/caption.js';
import type { CaptionLanguageCode } from '../../../domain/render/events.js';
import type { Passage } from './passages.js';
import type { WaveFile } from './wave-file.js';

/** A part of a sound for a recogniser. */
export interface PassageToRecognise {
  readonly wave: WaveFile;
  readonly passage: Passage;
  readonly languageCode: CaptionLanguageCode;
  readonly signal: AbortSignal;
}

/** What turns one passage of speech into words; both functions reject with a RenderError. */
export interface Recogniser {
  /** Name and version: the same name gives the same words for the same sound. */
  readonly name: () => Promise<string>;
  /** The longest passage it takes, in ms. */
  readonly longestPassageMs: number;
  /** How many passages it works on side by side. */
  readonly lanes: number;
  /** Words with their times in ms from the start of the passage. */
  readonly recognise: (part: PassageToRecognise) => Promise<ReadonlyArray<Word>>;
}
