import { type Rect, unionOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedText } from '../../../../domain/composition/resolve/resolved.js';
import type { FontLibrary } from '../fonts/fonts.js';
import type { Origin } from '../svg/glyph-svg.js';
import { lineBackgrounds } from '../svg/line-backgrounds.js';
import { areaOf, type LinePart } from './line-parts.js';
import { EMPTY, type Markup } from '../svg/markup.js';
import { shadowAbove } from '../svg/shadow-svg.js';
import type { GlyphStyle } from './styled-text.js';
import { boxSvg } from '../svg/svg.js';
import { layOutText, type SetLine, textInset } from './text-layout.js';
import { lastBaseline, type DrawingPlace, reachAbove } from './visible-lines.js';

/** A text laid out in its box: the parts of its lines in their places, and what is behind them. */
export interface PlacedText {
  /** The text as shown, after case conversion. */
  readonly text: string;
  readonly lines: ReadonlyArray<{
    readonly paragraphStart: number;
    readonly parts: ReadonlyArray<LinePart>;
  }>;
  /** The background and border of the box. */
  readonly boxMarkup: Markup;
  /** The background that follows the lines. */
  readonly background: Markup;
  /** The area that the text is clipped to, if it is. */
  readonly clip: Rect | undefined;
}

/**
 * Places a text in its box: wraps it inside border and padding, aligns it vertically, and lets it overflow below the
 * box if it is too long. Lines below the visible area are laid out only if they change what is visible.
 */
export const placeText = (properties: ResolvedText, place: DrawingPlace, fonts: FontLibrary): PlacedText => {
  const { box } = place;
  const inset = textInset(properties);
  const width = Math.max(1, box.width - inset * 2);
  const height = Math.max(1, box.height - inset * 2);
  const { text, lines } = layOutText(properties, { width, height }, fonts);
  const { verticalAlign = 'top', textBackground, overflow } = properties;
  const needsAll = verticalAlign !== 'top' || textBackground?.mode === 'block';
  const last = needsAll ? Infinity : lastBaseline(place, reachOf(properties, text.base, fonts));
  const set: SetLine[] = [];
  for (const line of lines) {
    if (box.y + inset + line.top + line.baseline > last) break;
    set.push(line);
  }
  const bottom = set.at(-1);
  const free = verticalAlign === 'top' ? 0 : height - (bottom ? bottom.top + bottom.height : 0);
  const origin = { x: box.x + inset, y: box.y + inset + free * shareAbove(verticalAlign) };
  const align = properties.textAlign;
  const partsByLine = set.map((line) => partsOf(line, origin, width, align, box, fonts));
  return {
    text: text.text,
    lines: set.map(({ paragraphStart }, index) => ({ paragraphStart, parts: partsByLine[index] ?? [] })),
    boxMarkup: { svg: boxSvg(properties, box), bounds: box },
    background: textBackground ? lineBackgrounds(textBackground, partsByLine.flatMap(areaOfLine)) : EMPTY,
    clip: overflow === 'clip' ? paddingBox(properties, box) : undefined,
  };
};

/** The maximum height of a line above its baseline, including what is drawn behind it. */
const reachOf = (properties: ResolvedText, base: GlyphStyle, { tallestGlyph }: FontLibrary): number => {
  const spans = properties.spans ?? [];
  const scale = base.size / properties.fontSize;
  const size = Math.max(base.size, ...spans.map(({ fontSize = 0 }) => fontSize * scale));
  const stroke = Math.max(base.strokeWidth, ...spans.map(({ strokeWidth = 0 }) => strokeWidth));
  const shadows = [properties.shadow, ...spans.map(({ shadow }) => shadow)].map(shadowAbove);
  const background = properties.textBackground?.paddingY ?? 0;
  return reachAbove(properties.content, size, stroke, tallestGlyph) + Math.max(background, ...shadows);
};

/** The share of the free space that goes above the lines. */
export const shareAbove = (align: ResolvedText['verticalAlign'] = 'top'): number =>
  ({ top: 0, middle: 0.5, bottom: 1 })[align];

/** The area that `overflow: clip` clips to: as in CSS, up to the inner edge of the border. */
const paddingBox = ({ borderWidth }: ResolvedText, { x, y, width, height }: Rect): Rect => {
  const border = Math.min(borderWidth, width / 2, height / 2);
  return { x: x + border, y: y + border, width: width - border * 2, height: height - border * 2 };
};

const areaOfLine = (parts: ReadonlyArray<LinePart>): ReadonlyArray<Rect> => {
  const area = unionOf(parts.filter(({ from, to }) => to > from).map(areaOf));
  return area ? [area] : [];
};

/** The parts of a line in their places, after alignment. */
const partsOf = (
  line: SetLine,
  { x, y }: Origin,
  width: number,
  align: ResolvedText['textAlign'],
  area: Rect,
  fonts: FontLibrary,
): ReadonlyArray<LinePart> => {
  const room = width - line.width;
  const justified = align === 'justify' && !line.endsParagraph && line.spaces > 0 && room > 0;
  const extra = justified ? room / line.spaces : 0;
  const shift = justified ? 0 : room * shareBefore(align, line.rightToLeft);
  const origin = { x, y: y + line.top + line.baseline };
  const glyphs = line.glyphs.map((glyph, index) => ({
    ...glyph,
    x: glyph.x + shift + extra * (line.spacesBefore[index] ?? 0),
    from: glyph.from + shift + extra * (line.spacesBefore[index] ?? 0),
    to: glyph.to + shift + extra * (line.spacesBefore[index + 1] ?? line.spaces),
  }));
  return line.stretches.map(({ style, first, end, from, to, spacesBefore, spacesTo }) => ({
    style,
    font: fonts.match(style),
    glyphs: glyphs.slice(first, end),
    origin,
    from: x + (shift + from + extra * spacesBefore),
    to: x + (shift + to + extra * spacesTo),
    area,
  }));
};

/**
 * The share of a line's free space that goes to its left. Justified text starts at the side where its script starts.
 */
export const shareBefore = (align: ResolvedText['textAlign'], rightToLeft: boolean): number => {
  switch (align) {
    case 'left':
      return 0;
    case 'center':
      return 0.5;
    case 'right':
      return 1;
    case 'justify':
      return rightToLeft ? 1 : 0;
  }
};
