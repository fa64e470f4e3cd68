import { intersectionOf, type Rect, unionOf } from '../../../domain/composition/geometry.js';
import type { ResolvedText } from '../../../domain/composition/resolve/resolved.js';
import { glyphsSvg, type Markup, type Origin } from './glyph-svg.js';
import type { Font, FontLibrary } from './fonts.js';
import { lineBackgrounds } from './line-backgrounds.js';
import { idOf } from './paint-svg.js';
import { shadowAbove, shadowSvg, shadowView } from './shadow-svg.js';
import type { PlacedGlyph } from './shaping.js';
import type { GlyphStyle } from './styled-text.js';
import { boxSvg, filledSvg, rectSvg } from './svg.js';
import { layOutText, type SetLine, textInset } from './text-layout.js';
import { lastBaseline, type Place, reachAbove } from './visible-lines.js';

/** SVG markup in canvas coordinates before any turn, and the fonts whose glyphs it holds. */
export interface Drawing extends Markup {
  readonly fonts: ReadonlySet<Font>;
}

/** A text laid out in its box: parts of its lines where they stand, and what lies behind them. */
export interface PlacedText {
  /** The text as it is shown. */
  readonly text: string;
  readonly lines: ReadonlyArray<{
    readonly paragraphStart: number;
    readonly parts: ReadonlyArray<LinePart>;
  }>;
  /** The background and border of the box. */
  readonly boxMarkup: Markup;
  /** The background that hugs the lines. */
  readonly background: Markup;
  /** What the text is cut at, if it is. */
  readonly clip: Rect | undefined;
}

/**
 * Places a text: it is wrapped inside border and padding, from the top unless it is to stand elsewhere, and runs on below
 * the box if it is too long for it. Lines below what can be seen are laid out only where that changes what is seen.
 */
export const placeText = (properties: ResolvedText, place: Place, fonts: FontLibrary): PlacedText => {
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

/** Draws a text clip: background and border fill the box, the text is placed in it. */
export const textSvg = (properties: ResolvedText, place: Place, fonts: FontLibrary): Drawing => {
  const { lines, boxMarkup, background, clip } = placeText(properties, place, fonts);
  const parts = lines.flatMap((line) => line.parts);
  const content = [background, ...behindParts(parts, place), ...inkOf(parts, place.view)];
  return {
    ...layered([boxMarkup, ...(clip ? [clipped(layered(content), clip)] : content)]),
    fonts: fontsOf(parts),
  };
};

/** The fonts whose glyphs are in parts of lines. */
export const fontsOf = (parts: ReadonlyArray<LinePart>): ReadonlySet<Font> =>
  new Set(parts.flatMap(({ glyphs }) => glyphs.map(({ font }) => font)));

export const EMPTY: Markup = { svg: '', bounds: undefined };

/** The most that a line reaches above its baseline, with all that is drawn behind it. */
const reachOf = (properties: ResolvedText, base: GlyphStyle, { tallestGlyph }: FontLibrary): number => {
  const spans = properties.spans ?? [];
  const scale = base.size / properties.fontSize;
  const size = Math.max(base.size, ...spans.map(({ fontSize = 0 }) => fontSize * scale));
  const stroke = Math.max(base.strokeWidth, ...spans.map(({ strokeWidth = 0 }) => strokeWidth));
  const shadows = [properties.shadow, ...spans.map(({ shadow }) => shadow)].map(shadowAbove);
  const background = properties.textBackground?.paddingY ?? 0;
  return reachAbove(properties.content, size, stroke, tallestGlyph) + Math.max(background, ...shadows);
};

/** Which part of the free room goes above the lines. */
const shareAbove = (align: NonNullable<ResolvedText['verticalAlign']>): number =>
  ({ top: 0, middle: 0.5, bottom: 1 })[align];

/** What `overflow: clip` cuts at, as in CSS: the inner edge of the border. */
const paddingBox = ({ borderWidth }: ResolvedText, { x, y, width, height }: Rect): Rect => {
  const border = Math.min(borderWidth, width / 2, height / 2);
  return { x: x + border, y: y + border, width: width - border * 2, height: height - border * 2 };
};

const clipped = ({ svg, bounds }: Markup, area: Rect): Markup => {
  const seen = bounds && intersectionOf(bounds, area);
  if (!seen) return EMPTY;
  const rect = rectSvg(area, '#fff');
  const id = idOf('clip', rect);
  return {
    svg: `<clipPath id="${id}">${rect}</clipPath><g clip-path="url(#${id})">${svg}</g>`,
    bounds: seen,
  };
};

/** Markups drawn above each other, the first at the bottom. */
export const layered = (markups: ReadonlyArray<Markup>): Markup => ({
  svg: markups.map(({ svg }) => svg).join(''),
  bounds: unionOf(markups.flatMap(({ svg, bounds }) => (svg === '' ? [] : (bounds ?? [])))),
});

/** Glyphs in one style next to each other on a line. */
export interface LinePart {
  readonly style: GlyphStyle;
  /** The font that the style asks for, which decorations follow. */
  readonly font: Font;
  readonly glyphs: ReadonlyArray<PlacedGlyph>;
  readonly origin: Origin;
  /** Where it begins and ends, px of the canvas. */
  readonly from: number;
  readonly to: number;
  /** What gradients run across. */
  readonly area: Rect;
}

/** From the ascent to the descent of its font. */
export const areaOf = ({ style, font, origin, from, to }: LinePart): Rect => {
  const scale = style.size / font.unitsPerEm;
  return {
    x: from,
    y: origin.y - font.ascent * scale,
    width: to - from,
    height: (font.ascent + font.descent) * scale,
  };
};

const areaOfLine = (parts: ReadonlyArray<LinePart>): ReadonlyArray<Rect> => {
  const area = unionOf(parts.filter(({ from, to }) => to > from).map(areaOf));
  return area ? [area] : [];
};

/** What lies behind all glyphs of parts of lines: their backgrounds, and above these their shadows. */
export const behindParts = (parts: ReadonlyArray<LinePart>, place: Place): ReadonlyArray<Markup> => [
  ...backgroundsOf(parts),
  ...shadowsOf(parts, place),
];

/** The backgrounds of parts of lines. */
export const backgroundsOf = (parts: ReadonlyArray<LinePart>): ReadonlyArray<Markup> =>
  parts.map((part): Markup => {
    const bounds = areaOf(part);
    return { svg: filledSvg(bounds, part.style.backgroundColor ?? 'transparent', bounds), bounds };
  });

/** The shadows of parts of lines: one for each style. */
export const shadowsOf = (parts: ReadonlyArray<LinePart>, place: Place): ReadonlyArray<Markup> => {
  const styles = [...new Set(parts.map(({ style }) => style))];
  return styles.map((style) => {
    const { shadow } = style;
    if (!shadow) return EMPTY;
    const own = parts.filter((part) => part.style === style);
    const opaque = own.map((part) => ({
      ...part,
      style: { ...style, color: '#000000', strokeColor: '#000000' },
    }));
    return shadowSvg(layered(inkOf(opaque, shadowView(shadow, place.view))), shadow, place);
  });
};

/** Glyphs with the lines below and through them. */
export const inkOf = (parts: ReadonlyArray<LinePart>, view: Rect): ReadonlyArray<Markup> => [
  ...parts.flatMap((part) => (part.style.underline ? [decorationSvg(part, underlineOf(part))] : [])),
  ...parts.map(({ glyphs, origin, style, area }) => {
    const { color: fill, strokeWidth, strokeColor } = style;
    return glyphsSvg(glyphs, origin, { fill, area, strokeWidth, strokeColor }, view);
  }),
  ...parts.flatMap((part) => (part.style.lineThrough ? [decorationSvg(part, strikeoutOf(part))] : [])),
];

/** A line across the glyphs: its middle below the baseline and its thickness, in font units. */
interface Decoration {
  readonly offset: number;
  readonly thickness: number;
}

const underlineOf = ({ font }: LinePart): Decoration => ({
  offset: font.underlineOffset,
  thickness: font.underlineThickness,
});

const strikeoutOf = ({ font }: LinePart): Decoration => ({
  offset: -font.strikeoutOffset,
  thickness: font.strikeoutThickness,
});

const decorationSvg = (
  { font, style, from, to, origin, area }: LinePart,
  { offset, thickness }: Decoration,
): Markup => {
  if (to <= from) return EMPTY;
  const scale = style.size / font.unitsPerEm;
  const height = Math.max(1, thickness * scale);
  const y = origin.y + offset * scale - height / 2;
  const bounds = { x: from, y, width: to - from, height };
  return { svg: filledSvg(bounds, style.color, area), bounds };
};

/** The parts of a line where they stand once it is aligned. */
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

/** Which part of a line's free room goes to its left. Justified text begins where its script does. */
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
