import LineBreaker from 'linebreak';
import { textWords } from './segments.js';

/** A part of a text, from `start` to before `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
  /** Whether a hyphen is shown after it at the end of a line. */
  readonly isHyphenated?: boolean;
}

/**
 * Letters and marks of the scripts that put no spaces between words and for which ICU has dictionaries, and the signs
 * that represent words in Burmese.
 */
const SPACELESS =
  /(?:(?=[\p{L}\p{M}\u104C-\u104F])[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])+/gu;

/**
 * Characters that never begin a line: combining marks, signs of these scripts that repeat or shorten the previous word,
 * and signs that represent postpositions in Burmese.
 */
const CLINGS = /^[\p{M}\u0E2F\u0E46\u0EAF\u0EC6\u104C\u104D\u104F\u17D7]/u;

/**
 * Yields the parts of a paragraph between which a line may end (UAX #14). Where that standard leaves it to a
 * dictionary (class SA: Thai, Lao, Khmer, Burmese), a line may end between words.
 */
export function* unbreakablePieces(paragraph: string): Generator<TextRange> {
  const breaker = new LineBreaker(paragraph);
  let start = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const from = start;
    for (const wordEnd of wordEndsWithin(paragraph.slice(from, next.position))) {
      yield { start, end: from + wordEnd };
      start = from + wordEnd;
    }
    yield { start, end: next.position };
    start = next.position;
  }
}

function* wordEndsWithin(piece: string): Generator<number> {
  for (const { 0: run, index: from } of piece.matchAll(SPACELESS))
    for (const { text, index } of textWords(run)) {
      const end = from + index + text.length;
      if (end < from + run.length && !CLINGS.test(piece.slice(end, end + 1))) yield end;
    }
}
