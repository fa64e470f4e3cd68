/** A part of a text and where it begins. */
export interface Segment {
  readonly text: string;
  readonly index: number;
}

/** How much text is segmented at a time, in UTF-16 code units. */
const SLICE = 512;

/** How far ahead the dictionaries look before they settle on a word: three words, with room to spare. */
const WORD_LOOKAHEAD = 128;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** The user-perceived characters of a text (UAX #29), one by one. */
export const graphemesOf = (text: string): Iterable<Segment> => segmentsOf(text, graphemes, 1);

/** The words of a text in one script (UAX #29, with ICU's dictionaries for scripts that put no spaces between words). */
export const wordsOf = (text: string): Iterable<Segment> => segmentsOf(text, words, WORD_LOOKAHEAD);

/**
 * Segments slice by slice, because V8's time for a whole text grows with the square of its length. A slice begins where
 * a segment does. Segments that end among its last `lookahead` code units are found again in the next slice, as what
 * follows may change them; a segment that fills its slice gets a larger one.
 */
function* segmentsOf(text: string, segmenter: Intl.Segmenter, lookahead: number): Generator<Segment> {
  let start = 0;
  let length = SLICE;
  while (start < text.length) {
    const end = characterEnd(text, start + length);
    const settled = end === text.length ? end : end - lookahead;
    let next = start;
    for (const { segment, index } of segmenter.segment(text.slice(start, end))) {
      if (start + index + segment.length > settled) break;
      yield { text: segment, index: start + index };
      next = start + index + segment.length;
    }
    length = next === start ? length * 2 : SLICE;
    start = next;
  }
}

/** The position, or the one before it where it is in the middle of a surrogate pair; at most the end of the text. */
export const characterEnd = (text: string, position: number): number => {
  if (position >= text.length) return text.length;
  const isInsidePair = (text.codePointAt(position - 1) ?? 0) > 0xffff;
  return isInsidePair ? position - 1 : position;
};
