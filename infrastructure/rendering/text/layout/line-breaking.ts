import { directionsOf } from './bidi.js';
import { type TextRange, unbreakablePieces } from './break-opportunities.js';
import { hyphenatedPieces } from './hyphenation.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { graphemesOf } from './segments.js';
import { type ShapedLine, shapeStyledLine } from './shaping.js';
import type { FontStyle, StyleAt } from './shaping-runs.js';
import { isWiderThanLine, splitWord } from './word-splitting.js';

/** A line of wrapped text, and whether it is the last of its paragraph. */
export interface WrappedLine<S extends FontStyle = FontStyle> extends ShapedLine<S> {
  readonly rightToLeft: boolean;
  readonly endsParagraph: boolean;
  /** Offset of its paragraph in the text, in UTF-16 code units. */
  readonly paragraphStart: number;
  /** Whether a word up to here was cut, because it is wider than a line. */
  readonly hasCutWord: boolean;
  /** This line, shortened to end in an ellipsis. */
  readonly withEllipsis: () => ShapedLine<S>;
}

/** A text to wrap, the style of each of its characters, and the direction of its paragraphs. */
export interface WrappableText<S extends FontStyle> {
  readonly text: string;
  readonly styleAt: StyleAt<S>;
  readonly direction: 'auto' | 'ltr' | 'rtl';
  /** The language by whose rules words are hyphenated; if absent, words are not divided. */
  readonly hyphenation?: string | undefined;
}

/** Tolerance for the width of a line, in px: sums of rounded advances differ in their last digits. */
const SLACK = 0.01;

const ELLIPSIS = '\u2026';

/**
 * Breaks text into lines of at most `width` px: at line feeds, where UAX #14 or a dictionary allows it, and within a
 * word only if the word alone is wider than a line. Lines are computed on demand, so long text costs only as much as is
 * read of it.
 */
export function* wrapText<S extends FontStyle>(
  { text, styleAt, direction, hyphenation }: WrappableText<S>,
  width: number,
  fonts: FontLibrary,
): Generator<WrappedLine<S>> {
  let start = 0;
  for (const { 0: separator, index } of text.matchAll(/\r\n|[\n\r\u0085\u2028\u2029]|$/g)) {
    const from = start;
    const paragraph = {
      text: text.slice(from, index),
      styleAt: (position: number) => styleAt(from + position),
      direction,
      hyphenation,
    };
    for (const line of wrapParagraph(paragraph, width, fonts)) yield { ...line, paragraphStart: from };
    start = index + separator.length;
  }
}

function* wrapParagraph<S extends FontStyle>(
  { text: paragraph, styleAt, direction, hyphenation }: WrappableText<S>,
  width: number,
  fonts: FontLibrary,
): Generator<Omit<WrappedLine<S>, 'paragraphStart'>> {
  const directions = directionsOf(paragraph, direction);
  const rightToLeft = directions.base % 2 === 1;
  const shape = ({ start, end, isHyphenated = false }: TextRange): ShapedLine<S> => {
    const text = paragraph.slice(start, end) + (isHyphenated ? '-' : '');
    return shapeStyledLine(text, start, directions, styleAt, fonts);
  };
  const shortened = ({ start, end }: TextRange): ShapedLine<S> => {
    const ends = [...graphemesOf(paragraph.slice(start, end))].map(({ index }) => start + index);
    for (let shown = end; ; shown = ends.pop() ?? start) {
      const text = `${paragraph.slice(0, shown).trimEnd()}${ELLIPSIS}`;
      const from = Math.min(start, text.length - ELLIPSIS.length);
      const last = Math.max(from, text.length - ELLIPSIS.length - 1);
      const line = shapeStyledLine(
        text.slice(from),
        from,
        directionsOf(text, rightToLeft ? 'rtl' : 'ltr'),
        (position) => styleAt(Math.min(position, last)),
        fonts,
      );
      if (shown <= start || line.width <= width + SLACK) return line;
    }
  };
  let hasCutWord = false;
  const lines = breakIntoLines(
    paragraph,
    width,
    (piece) => shape(piece).width,
    () => {
      hasCutWord = true;
    },
    hyphenation === undefined ? unbreakablePieces(paragraph) : hyphenatedPieces(paragraph, hyphenation),
  );
  let line = lines.next();
  while (!line.done) {
    const following = lines.next();
    const piece = line.value;
    yield {
      ...shape(piece),
      rightToLeft,
      endsParagraph: following.done === true,
      hasCutWord,
      withEllipsis: () => shortened(piece),
    };
    line = following;
  }
}

/**
 * Yields the lines of a paragraph, without trailing spaces. There is at least one, and a line is wider than `width`
 * only if a single character is.
 * @param widthOf returns the width of a part, in px
 * @param onCut called for each word that is cut
 * @param pieces the parts between which a line may end
 */
export function* breakIntoLines(
  paragraph: string,
  width: number,
  widthOf: (piece: TextRange) => number,
  onCut: () => void = () => undefined,
  pieces: Iterable<TextRange> = unbreakablePieces(paragraph),
): Generator<TextRange> {
  const shown = (piece: TextRange): TextRange => withoutTrailingSpace(paragraph, piece);
  const fits = (piece: TextRange): boolean => widthOf(shown(piece)) <= width + SLACK;
  let line: TextRange = { start: 0, end: 0 };
  let lineWidth = 0;
  /** Whether a line with a word is too wide: kerning between its parts may make it narrower than they are. */
  const overflows = (word: TextRange): boolean =>
    lineWidth + widthOf(shown(word)) > width + SLACK && !fits({ ...word, start: line.start });
  for (const word of pieces) {
    const isTooWide = isWiderThanLine(paragraph, word, fits);
    if (line.end > line.start && (isTooWide || overflows(word))) {
      yield shown(line);
      line = { start: word.start, end: word.start };
      lineWidth = 0;
    }
    let rest = word;
    if (isTooWide)
      for (const part of splitWord(paragraph, word, fits)) {
        if (part.start > word.start) {
          onCut();
          yield shown(rest);
        }
        rest = part;
        line = { start: part.start, end: part.start };
      }
    line = { start: line.start, end: rest.end, isHyphenated: word.isHyphenated ?? false };
    lineWidth += widthOf({ start: rest.start, end: rest.end });
  }
  yield shown(line);
}

const withoutTrailingSpace = (text: string, { start, end, ...rest }: TextRange): TextRange => ({
  ...rest,
  start,
  end: start + text.slice(start, end).trimEnd().length,
});
