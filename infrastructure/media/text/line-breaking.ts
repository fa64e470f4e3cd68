import LineBreaker from 'linebreak';
import type { FontLibrary } from './fonts.js';
import {
  type Directions,
  directionsOf,
  type FontStyle,
  graphemesOf,
  shapeLine,
  type ShapedLine,
} from './shaping.js';

/** A line of wrapped text, and whether it is the last of its paragraph. */
export interface WrappedLine extends ShapedLine {
  readonly rightToLeft: boolean;
  readonly endsParagraph: boolean;
}

/** A part of a text: its characters from `start` to before `end`. */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

/** A pixel fraction that a line may be too wide by, because sums of rounded advances differ in their last digits. */
const SLACK = 0.01;

/**
 * Breaks text into lines of at most `width` px: at line feeds, where UAX #14 allows it, and within a word only where
 * the word alone is wider than a line.
 */
export const wrapText = (
  text: string,
  width: number,
  style: FontStyle,
  fonts: FontLibrary,
): ReadonlyArray<WrappedLine> =>
  text
    .replaceAll('\t', '    ')
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .flatMap((paragraph) => wrapParagraph(paragraph, width, style, fonts));

const wrapParagraph = (
  paragraph: string,
  width: number,
  style: FontStyle,
  fonts: FontLibrary,
): ReadonlyArray<WrappedLine> => {
  const directions = directionsOf(paragraph);
  const shape = ({ start, end }: Piece): ShapedLine =>
    shapeLine(paragraph.slice(start, end), start, directions, style, fonts);
  const lines = breakIntoLines(paragraph, width, (piece) => shape(piece).width);
  const rightToLeft = isRightToLeft(directions);
  return lines.map((piece, index) =>
    Object.assign(shape(piece), { rightToLeft, endsParagraph: index === lines.length - 1 }),
  );
};

/**
 * The parts of a paragraph that its lines show, without the spaces at their ends. There is at least one, and a part is
 * wider than `width` only where a single character is.
 * @param widthOf how wide a part is, in px
 */
export const breakIntoLines = (
  paragraph: string,
  width: number,
  widthOf: (piece: Piece) => number,
): ReadonlyArray<Piece> => {
  const measure = (piece: Piece): number => widthOf(withoutTrailingSpace(paragraph, piece));
  const lines: Piece[] = [];
  let line: Piece = { start: 0, end: 0 };
  let lineWidth = 0;
  for (const word of unbreakablePieces(paragraph)) {
    const wordWidth = measure(word);
    if (line.end > line.start && lineWidth + wordWidth > width + SLACK) {
      lines.push(line);
      line = { start: word.start, end: word.start };
      lineWidth = 0;
    }
    const parts =
      wordWidth > width + SLACK && line.end === line.start
        ? splitWord(paragraph, word, width, measure)
        : [word];
    for (const part of parts.slice(0, -1)) lines.push(part);
    const rest = parts.at(-1) ?? word;
    line = parts.length > 1 ? rest : { start: line.start, end: rest.end };
    lineWidth = parts.length > 1 ? widthOf(rest) : lineWidth + widthOf(word);
  }
  return [...lines, line].map((piece) => withoutTrailingSpace(paragraph, piece));
};

const isRightToLeft = ({ base }: Directions): boolean => base % 2 === 1;

const withoutTrailingSpace = (text: string, { start, end }: Piece): Piece => ({
  start,
  end: start + text.slice(start, end).trimEnd().length,
});

const unbreakablePieces = (paragraph: string): ReadonlyArray<Piece> => {
  const breaker = new LineBreaker(paragraph);
  const pieces: Piece[] = [];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak())
    pieces.push({ start: pieces.at(-1)?.end ?? 0, end: next.position });
  return pieces;
};

/** Cuts a word that is wider than a line into parts that are not, between characters; each has at least one. */
const splitWord = (
  text: string,
  { start, end }: Piece,
  width: number,
  measure: (piece: Piece) => number,
): ReadonlyArray<Piece> => {
  const ends = graphemesOf(text.slice(start, end)).map(
    ({ text: characters, index }) => start + index + characters.length,
  );
  const parts: Piece[] = [];
  let from = start;
  let next = 0;
  while (next < ends.length) {
    let fitting = next;
    let beyond = ends.length;
    while (beyond - fitting > 1) {
      const middle = Math.floor((fitting + beyond) / 2);
      if (measure({ start: from, end: ends[middle] ?? end }) <= width + SLACK) fitting = middle;
      else beyond = middle;
    }
    const to = ends[fitting] ?? end;
    parts.push({ start: from, end: to });
    from = to;
    next = fitting + 1;
  }
  return parts;
};
