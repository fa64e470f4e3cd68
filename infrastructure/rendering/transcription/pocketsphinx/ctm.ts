import * as E from 'fp-ts/lib/Either.js';
import type { Word } from '../../../../domain/composition/fields/word.js';

/** A word with how sure the recogniser is of it, from 0 to 1; times in ms from the start of the segment. */
export interface RecognisedWord extends Word {
  readonly confidence: number;
}

const LINE = /^\S+ \S+ (\d+\.\d+) (\d+\.\d+) (\S+) (\d+\.\d+)$/;
/** Silence, noise and hesitation: `<sil>`, `[NOISE]`, `++UH++`. */
const FILLER = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/;
/** Which of several pronunciations was heard: the `(2)` of `to(2)`. */
const PRONUNCIATION = /\(\d+\)$/;

/**
 * Words from a recogniser's output in NIST's CTM format, a line a word: name, channel, start and length in seconds,
 * word, confidence. Fillers are left out, pronunciation marks removed.
 * @returns the words, or the number (from 1) of the line that is no such line
 */
export const wordsOfCtm = (text: string): E.Either<number, ReadonlyArray<RecognisedWord>> => {
  const words: RecognisedWord[] = [];
  const lines = text.split('\n').filter((line) => line !== '');
  for (const [index, line] of lines.entries()) {
    const [, start, length, spoken, confidence] = LINE.exec(line) ?? [];
    if (spoken === undefined) return E.left(index + 1);
    const word = spoken.replace(PRONUNCIATION, '');
    if (FILLER.test(word)) continue;
    const startMs = Math.round(Number(start) * 1000);
    const endMs = startMs + Math.round(Number(length) * 1000);
    words.push({ word, start: startMs, end: endMs, confidence: Math.min(1, Number(confidence)) });
  }
  return E.right(words);
};
