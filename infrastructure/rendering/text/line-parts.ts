import type { Rect } from '../../../domain/composition/geometry.js';
import type { Font } from './fonts.js';
import { glyphsSvg, type Origin } from './glyph-svg.js';
import { EMPTY, layered, type Markup } from './markup.js';
import { shadowSvg, shadowView } from './shadow-svg.js';
import type { PlacedGlyph } from './shaping.js';
import type { GlyphStyle } from './styled-text.js';
import { filledSvg } from './svg.js';
import type { Place } from './visible-lines.js';

/** Adjacent glyphs of a line in one style. */
export interface LinePart {
  readonly style: GlyphStyle;
  /** The font of the style, which decides the position of decorations. */
  readonly font: Font;
  readonly glyphs: ReadonlyArray<PlacedGlyph>;
  readonly origin: Origin;
  /** Its start and end, in px of the canvas. */
  readonly from: number;
  readonly to: number;
  /** The area that gradients run across. */
  readonly area: Rect;
}

/** The area of a part, from the ascent to the descent of its font. */
export const areaOf = ({ style, font, origin, from, to }: LinePart): Rect => {
  const scale = style.size / font.unitsPerEm;
  return {
    x: from,
    y: origin.y - font.ascent * scale,
    width: to - from,
    height: (font.ascent + font.descent) * scale,
  };
};

/** The fonts of the glyphs in parts of lines. */
export const fontsOf = (parts: ReadonlyArray<LinePart>): ReadonlySet<Font> =>
  new Set(parts.flatMap(({ glyphs }) => glyphs.map(({ font }) => font)));

/** The backgrounds of parts of lines, and above them their shadows: all that is below the glyphs. */
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

/** The shadows of parts of lines, one per style. */
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

/** Glyphs with their underlines and strikeouts. */
export const inkOf = (parts: ReadonlyArray<LinePart>, view: Rect): ReadonlyArray<Markup> => [
  ...parts.flatMap((part) => (part.style.underline ? [decorationSvg(part, underlineOf(part))] : [])),
  ...parts.map(({ glyphs, origin, style, area }) => {
    const { color: fill, strokeWidth, strokeColor } = style;
    return glyphsSvg(glyphs, origin, { fill, area, strokeWidth, strokeColor }, view);
  }),
  ...parts.flatMap((part) => (part.style.lineThrough ? [decorationSvg(part, strikeoutOf(part))] : [])),
];

/** A line across the glyphs: the distance of its middle below the baseline, and its thickness, in font units. */
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
