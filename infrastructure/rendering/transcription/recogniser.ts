import type { Word } from '../../../domain/composition/fields/word.js';
import type { CaptionLanguageCode } from '../../../domain/render/events.js';
import type { SpeechSegment } from './segments.js';
import type { SpeechFile } from './speech-file.js';

export interface SegmentToRecognise {
  readonly sound: SpeechFile;
  readonly segment: SpeechSegment;
  readonly languageCode: CaptionLanguageCode;
  readonly signal: AbortSignal;
}

/** Turns one segment of speech into words; both functions reject with a RenderError. */
export interface Recogniser {
  /** Name and version: the same name gives the same words for the same sound. */
  readonly name: () => Promise<string>;
  /** The longest segment it takes, in ms. */
  readonly longestSegmentMs: number;
  /** How many segments it processes concurrently. */
  readonly lanes: number;
  /** Words with their times in ms from the start of the segment. */
  readonly recognise: (part: SegmentToRecognise) => Promise<ReadonlyArray<Word>>;
}
