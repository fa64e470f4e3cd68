import type { ResolvedCaption, ResolvedTextStyle } from '../../../../domain/composition/resolve/resolved.js';
import { transformedText } from '../../../../domain/composition/shown-text.js';
import type { TextRange } from './break-opportunities.js';
import { type Directions, directionsOf } from './bidi.js';
import type { Font, FontLibrary } from '../fonts/fonts.js';
import { breakIntoLines } from './line-breaking.js';
import { shapeLine, type ShapedLine } from './shaping.js';
import { glyphStyle, type GlyphStyle } from './styled-text.js';

/** A word or a part of one in one of its two styles: its shape, and its width with padding and border. */
export interface StyledWord {
  readonly style: ResolvedTextStyle;
  readonly font: Font;
  readonly line: ShapedLine<GlyphStyle>;
  readonly inset: number;
}

/**
 * A word or a part of one in both styles. It has the width of the wider one, so that highlighting moves no other word.
 */
interface SizedWord {
  readonly width: number;
  readonly plain: StyledWord;
  readonly lit: StyledWord;
}

/** The place of a word, or of a part of one that is wider than a line. */
export interface Slot extends SizedWord {
  readonly word: number;
  readonly level: number;
  /** Whether it continues a word from the previous line. */
  readonly startsLine: boolean;
}

/** The words of a caption and their parts in reading order. */
export function* slotsOf(
  words: ReadonlyArray<string>,
  { base, levels }: Directions,
  caption: ResolvedCaption,
  fonts: FontLibrary,
): Generator<Slot> {
  let position = 0;
  for (const [index, word] of words.entries()) {
    const level = levels[position + firstLetter(word)] ?? base;
    position += word.length + 1;
    let startsLine = false;
    for (const part of partsOf(word, caption, fonts)) {
      yield { ...part, word: index, level, startsLine };
      startsLine = true;
    }
  }
}

const firstLetter = (word: string): number => Math.max(0, word.search(/[\p{L}\p{N}]/u));

const known = new WeakMap<ResolvedTextStyle, GlyphStyle>();

/** Cached, so that all words of a style share one object. */
export const glyphStyleOf = (style: ResolvedTextStyle): GlyphStyle => {
  const glyphs = known.get(style) ?? glyphStyle(style);
  known.set(style, glyphs);
  return glyphs;
};

/** A word in both styles. A word wider than a line is broken like text, into one part per line. */
function* partsOf(
  word: string,
  { nonHighlightTextProperties, highlightTextProperties, maxWidth }: ResolvedCaption,
  fonts: FontLibrary,
): Generator<SizedWord> {
  const directions = directionsOf(word);
  const styled = (style: ResolvedTextStyle, { start, end }: TextRange): StyledWord => {
    const part = word.slice(start, end);
    const shown = transformedText(part, style.textTransform, word.slice(0, start));
    const glyphs = glyphStyleOf(style);
    return {
      style,
      font: fonts.match(glyphs),
      line:
        shown === part
          ? shapeLine(part, start, directions, glyphs, fonts)
          : shapeLine(shown, 0, directionsOf(shown), glyphs, fonts),
      inset: insetOf(style),
    };
  };
  const sized = (piece: TextRange): SizedWord => {
    const plain = styled(nonHighlightTextProperties, piece);
    const lit = styled(highlightTextProperties, piece);
    return { plain, lit, width: Math.max(outerWidth(plain), outerWidth(lit)) };
  };
  const whole = sized({ start: 0, end: word.length });
  if (whole.width <= maxWidth) return yield whole;
  const inset = Math.max(insetOf(nonHighlightTextProperties), insetOf(highlightTextProperties));
  const width = Math.max(1, maxWidth - inset * 2);
  for (const piece of breakIntoLines(word, width, (piece) => sized(piece).width - inset * 2))
    yield sized(piece);
}

/** Padding and border on each side of a word, in px. */
export const insetOf = ({ padding, borderWidth }: ResolvedTextStyle): number => padding + borderWidth;

/** The width of a word with padding and border, in px. */
export const outerWidth = ({ line, inset }: StyledWord): number => line.width + inset * 2;

/** Words on one line, and their width with the gaps between them. */
interface Line {
  readonly slots: ReadonlyArray<Slot>;
  readonly width: number;
  readonly isLast: boolean;
}

/** Yields lines of words, at most `maxWidth` px wide, with `gap` px between words. */
export function* captionLines(slots: Iterable<Slot>, maxWidth: number, gap: number): Generator<Line> {
  let line: Slot[] = [];
  let taken = 0;
  const widthWithGaps = (width: number, count: number): number => width + gap * (count - 1);
  for (const slot of slots) {
    const fits = widthWithGaps(taken + slot.width, line.length + 1) <= maxWidth + 0.01;
    if (line.length > 0 && (slot.startsLine || !fits)) {
      yield { slots: line, width: widthWithGaps(taken, line.length), isLast: false };
      line = [];
      taken = 0;
    }
    line.push(slot);
    taken += slot.width;
  }
  if (line.length > 0) yield { slots: line, width: widthWithGaps(taken, line.length), isLast: true };
}
