import type { TextRange } from './break-opportunities.js';
import { lastWhere } from '../../../../domain/last-where.js';
import { characterEnd, graphemesOf } from './segments.js';

/** The first part of a word that is measured to see whether it fits, in UTF-16 code units. */
const FIRST_MEASURED = 256;

const MARK = /^\p{M}/u;

/**
 * Whether a word is wider than a line. The measured part doubles until it no longer fits, so long words cost no more.
 */
export const isWiderThanLine = (
  text: string,
  { start, end }: TextRange,
  fits: (piece: TextRange) => boolean,
): boolean => {
  for (let length = FIRST_MEASURED; start + length < end; length *= 2)
    if (!fits({ start, end: characterEnd(text, start + length) })) return true;
  return !fits({ start, end });
};

/** Cuts a word between characters into parts that fit a line; each part has at least one character. */
export function* splitWord(
  text: string,
  word: TextRange,
  fits: (piece: TextRange) => boolean,
): Generator<TextRange> {
  const ends = characterEnds(text.slice(word.start, word.end), word.start);
  let { start } = word;
  let usual = 1;
  for (let first = 0; ends.at(first) !== undefined;) {
    const partTo = (end: number): TextRange => ({ start, end });
    const fitting = lastFitting(first, usual, (index) => {
      const end = ends.at(index);
      return end !== undefined && fits(partTo(end));
    });
    const part = partTo(ends.at(fitting) ?? word.end);
    yield part;
    start = part.end;
    usual = fitting - first + 1;
    first = fitting + 1;
  }
}

/**
 * The ends of the characters of a text, counted from `offset`, computed on demand. Unlike UAX #29, vowel signs of
 * Burmese count as parts of the previous character.
 */
const characterEnds = (
  text: string,
  offset: number,
): { readonly at: (index: number) => number | undefined } => {
  const found: number[] = [];
  const characters = graphemesOf(text)[Symbol.iterator]();
  return {
    at: (index) => {
      while (found.length <= index) {
        const next = characters.next();
        if (next.done) return undefined;
        const end = next.value.index + next.value.text.length;
        if (!MARK.test(text.slice(end, end + 2))) found.push(offset + end);
      }
      return found[index];
    },
  };
};

/**
 * The last index from `first` on that fits, or `first` if none does. It is searched in doubling steps, starting where
 * the previous part (of `usual` characters) would end, so that long words are measured by line and not as a whole.
 */
const lastFitting = (first: number, usual: number, fits: (index: number) => boolean): number => {
  let fitting = first;
  let beyond: number | undefined;
  for (let index = first + usual - 1, step = 1; beyond === undefined; step *= 2)
    if (index === first || fits(index)) {
      fitting = index;
      index += step;
    } else beyond = index;
  return lastWhere(fitting, beyond, fits);
};
