import type { Rect } from '../../../domain/composition/geometry.js';
import type { CaptionState } from '../../../domain/composition/caption-states.js';
import type { CaptionProperties, TextStyleProperties } from '../../../domain/composition/styles.js';
import type { Font, FontLibrary } from './fonts.js';
import { glyphsSvg, type Markup } from './glyph-svg.js';
import { breakIntoLines, type Piece } from './line-breaking.js';
import { directionsOf, type FontStyle, inVisualOrder, shapeLine, type ShapedLine } from './shaping.js';
import { boxSvg, svgColor } from './svg.js';
import { type Drawing, layered, lineMetrics, shareBefore, underlineSvg } from './text-svg.js';

const LINE_HEIGHT = 1.2;

/** A word, or a part of one, in one of its two styles: its shape, and the room it takes with padding and border. */
interface StyledWord {
  readonly style: TextStyleProperties;
  readonly font: Font;
  readonly line: ShapedLine;
  readonly inset: number;
}

/** A word, or a part of one, in both styles; as wide as the wider, so that no other word moves when it is highlighted. */
interface SizedWord {
  readonly width: number;
  readonly plain: StyledWord;
  readonly lit: StyledWord;
}

/** The place of a word, or of a part of one that is wider than a line. */
interface Slot extends SizedWord {
  readonly word: number;
  readonly level: number;
  /** Whether it goes on with a word that the line before could not hold. */
  readonly startsLine: boolean;
}

/** Draws one state of a caption clip whose box is `box`: a column `maxWidth` wide, from the top. */
export const captionSvg = (
  caption: CaptionProperties,
  { words, highlighted }: CaptionState,
  box: Rect,
  fonts: FontLibrary,
): Drawing => {
  const { base, levels } = directionsOf(words.join(' '));
  const rightToLeft = base % 2 === 1;
  let position = 0;
  const slots = words.flatMap((word, index): ReadonlyArray<Slot> => {
    const level = levels[position + firstLetter(word)] ?? base;
    position += word.length + 1;
    return partsOf(word, caption, fonts).map((part, nth) => ({
      ...part,
      word: index,
      level,
      startsLine: nth > 0,
    }));
  });
  const styles = [caption.nonHighlightTextProperties, caption.highlightTextProperties].map((style) =>
    styleMetrics(style, fonts),
  );
  const ascent = Math.max(...styles.map(({ above }) => above));
  const height = ascent + Math.max(...styles.map(({ below }) => below));
  const gap = spaceWidth(caption.nonHighlightTextProperties, fonts);
  const columnX =
    box.x + Math.max(0, box.width - caption.maxWidth) * shareBefore(caption.textAlign, rightToLeft);

  const lines = wrapSlots(slots, caption.maxWidth, gap);
  const drawn = lines.flatMap((line, index) => {
    const room = caption.maxWidth - lineWidth(line, gap);
    const justified = caption.textAlign === 'justify' && index < lines.length - 1 && line.length > 1;
    const space = gap + (justified ? room / (line.length - 1) : 0);
    let x = columnX + (justified ? 0 : room * shareBefore(caption.textAlign, rightToLeft));
    const baseline = box.y + index * height + ascent;
    return inVisualOrder(line, ({ level }) => level).map((slot) => {
      const word = slot.word === highlighted ? slot.lit : slot.plain;
      const svg = wordSvg(word, x + (slot.width - outerWidth(word)) / 2, baseline);
      x += slot.width + space;
      return svg;
    });
  });
  return {
    ...layered([...drawn.map(({ background }) => background), ...drawn.map(({ glyphs }) => glyphs)]),
    fonts: new Set(
      slots.flatMap(({ plain, lit }) => [...plain.line.glyphs, ...lit.line.glyphs].map(({ font }) => font)),
    ),
  };
};

const firstLetter = (word: string): number => Math.max(0, word.search(/[\p{L}\p{N}]/u));

const fontStyle = (style: TextStyleProperties): FontStyle => ({
  family: style.fontFamily,
  weight: style.fontWeight,
  italic: style.fontStyle === 'italic',
  size: style.fontSize,
});

/** A word in both styles: in one part, or in parts for a line each where it is wider than a line, broken as text is. */
const partsOf = (
  word: string,
  { nonHighlightTextProperties, highlightTextProperties, maxWidth }: CaptionProperties,
  fonts: FontLibrary,
): ReadonlyArray<SizedWord> => {
  const directions = directionsOf(word);
  const styled = (style: TextStyleProperties, { start, end }: Piece): StyledWord => ({
    style,
    font: fonts.match(fontStyle(style)),
    line: shapeLine(word.slice(start, end), start, directions, fontStyle(style), fonts),
    inset: insetOf(style),
  });
  const sized = (piece: Piece): SizedWord => {
    const plain = styled(nonHighlightTextProperties, piece);
    const lit = styled(highlightTextProperties, piece);
    return { plain, lit, width: Math.max(outerWidth(plain), outerWidth(lit)) };
  };
  const whole = sized({ start: 0, end: word.length });
  if (whole.width <= maxWidth) return [whole];
  const inset = Math.max(insetOf(nonHighlightTextProperties), insetOf(highlightTextProperties));
  const width = Math.max(1, maxWidth - inset * 2);
  return breakIntoLines(word, width, (piece) => sized(piece).width - inset * 2).map(sized);
};

const insetOf = ({ padding, borderWidth }: TextStyleProperties): number => padding + borderWidth;

const outerWidth = ({ line, inset }: StyledWord): number => line.width + inset * 2;

const spaceWidth = (style: TextStyleProperties, fonts: FontLibrary): number =>
  shapeLine(' ', 0, directionsOf(' '), fontStyle(style), fonts).width;

/** How far a line of this style reaches above and below its baseline, padding and border included. */
const styleMetrics = (
  style: TextStyleProperties,
  fonts: FontLibrary,
): { readonly above: number; readonly below: number } => {
  const { height, baseline } = lineMetrics(fonts.match(fontStyle(style)), style.fontSize, LINE_HEIGHT);
  const inset = insetOf(style);
  return { above: baseline + inset, below: height - baseline + inset };
};

const lineWidth = (line: ReadonlyArray<Slot>, gap: number): number =>
  line.reduce((sum, { width }) => sum + width, 0) + gap * Math.max(0, line.length - 1);

const wrapSlots = (
  slots: ReadonlyArray<Slot>,
  maxWidth: number,
  gap: number,
): ReadonlyArray<ReadonlyArray<Slot>> => {
  const lines: Slot[][] = [];
  for (const slot of slots) {
    const last = lines.at(-1);
    if (last && !slot.startsLine && lineWidth([...last, slot], gap) <= maxWidth + 0.01) last.push(slot);
    else lines.push([slot]);
  }
  return lines;
};

/** A word's own box, and its glyphs, which are drawn above the boxes of all words. */
const wordSvg = (
  { style, font, line, inset }: StyledWord,
  x: number,
  baseline: number,
): { readonly background: Markup; readonly glyphs: Markup } => {
  const metrics = lineMetrics(font, style.fontSize, LINE_HEIGHT);
  const from = x + inset;
  const box = {
    x,
    y: baseline - metrics.baseline - inset,
    width: line.width + inset * 2,
    height: metrics.height + inset * 2,
  };
  const underline = style.underline
    ? [underlineSvg(font, style.fontSize, from, from + line.width, baseline, svgColor(style.color))]
    : [];
  const paint = { fill: style.color, strokeWidth: style.strokeWidth, strokeColor: style.strokeColor };
  return {
    background: { svg: boxSvg(style, box), bounds: box },
    glyphs: layered([...underline, glyphsSvg(line.glyphs, { x: from, y: baseline }, paint)]),
  };
};
