/** A part of a text and where it begins. */
export interface Segment {
  readonly text: string;
  readonly index: number;
}

/** The size of a slice that is segmented in one call, in UTF-16 code units. */
const SLICE = 512;

/** The context that dictionaries need to decide on a word: three words, with a margin. */
const WORD_LOOKAHEAD = 128;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Yields the user-perceived characters of a text (UAX #29). */
export const graphemesOf = (text: string): Iterable<Segment> => segmentsOf(text, graphemes, 1);

/**
 * The words of a text in one script (UAX #29, with ICU's dictionaries for scripts that put no spaces between words).
 */
export const textWords = (text: string): Iterable<Segment> => segmentsOf(text, words, WORD_LOOKAHEAD);

/**
 * Segments a text slice by slice, because the time V8 takes for a whole text is quadratic in its length. A slice begins
 * at the start of a segment. Segments that end within its last `lookahead` code units are computed again in the next
 * slice, because the following text may change them. A segment that fills its slice gets a larger one.
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

/** The position, moved back if it is within a surrogate pair; at most the end of the text. */
export const characterEnd = (text: string, position: number): number => {
  if (position >= text.length) return text.length;
  const isInsidePair = (text.codePointAt(position - 1) ?? 0) > 0xffff;
  return isInsidePair ? position - 1 : position;
};
