import type { Paint } from '../../../../domain/composition/fields/paint.js';
import { type Rect, unionOf } from '../../../../domain/composition/geometry/geometry.js';
import { runsOf } from '../../../../domain/groups.js';
import type { Font } from '../fonts/fonts.js';
import { glyphsSvg, type Origin } from '../svg/glyph-svg.js';
import { EMPTY, layered, type Markup } from '../svg/markup.js';
import { shadowSvg, shadowView } from '../svg/shadow-svg.js';
import type { PlacedGlyph } from './shaping.js';
import type { GlyphStyle } from './styled-text.js';
import { filledSvg, joinedSvg } from '../svg/svg.js';
import type { DrawingPlace } from './visible-lines.js';

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

export const fontsOf = (parts: ReadonlyArray<LinePart>): ReadonlySet<Font> =>
  new Set(parts.flatMap(({ glyphs }) => glyphs.map(({ font }) => font)));

/** The backgrounds of parts of lines, and above them their shadows: all that is below the glyphs. */
export const behindParts = (parts: ReadonlyArray<LinePart>, place: DrawingPlace): ReadonlyArray<Markup> => [
  ...backgroundsOf(parts),
  ...shadowsOf(parts, place),
];

/** A rectangle behind or across the glyphs of a part, from its start to its end. */
interface Strip {
  readonly origin: Origin;
  readonly bounds: Rect;
  readonly paint: Paint;
  readonly area: Rect;
}

/** Tolerance for sums of rounded advances, in px. */
const SLACK = 1e-6;

const adjoins = (before: Strip, { origin, bounds, paint, area }: Strip): boolean =>
  before.origin === origin &&
  before.paint === paint &&
  (typeof paint === 'string' || before.area === area) &&
  Math.abs(before.bounds.x + before.bounds.width - bounds.x) < SLACK;

/** Draws strips. Those that adjoin on a line in one paint are one shape. */
const stripsSvg = (strips: ReadonlyArray<Strip>): ReadonlyArray<Markup> =>
  runsOf(strips, adjoins).flatMap((row): ReadonlyArray<Markup> => {
    const [first] = row;
    if (first.paint === 'transparent') return [];
    const { paint, area } = first;
    const rects = row.map(({ bounds }) => bounds);
    const svg = row.length > 1 ? joinedSvg(rects, paint, area) : filledSvg(first.bounds, paint, area);
    return [{ svg, bounds: unionOf(rects) }];
  });

export const backgroundsOf = (parts: ReadonlyArray<LinePart>): ReadonlyArray<Markup> =>
  stripsSvg(
    parts.map((part): Strip => {
      const { backgroundColor: paint = 'transparent' } = part.style;
      return { origin: part.origin, bounds: areaOf(part), paint, area: part.area };
    }),
  );

export const shadowsOf = (parts: ReadonlyArray<LinePart>, place: DrawingPlace): ReadonlyArray<Markup> => {
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
  ...stripsSvg(parts.flatMap((part) => (part.style.underline ? decorationOf(part, underlineOf(part)) : []))),
  ...parts.map(({ glyphs, origin, style, area }) => {
    const { color: fill, strokeWidth, strokeColor } = style;
    return glyphsSvg(glyphs, origin, { fill, area, strokeWidth, strokeColor }, view);
  }),
  ...stripsSvg(
    parts.flatMap((part) => (part.style.lineThrough ? decorationOf(part, strikeoutOf(part)) : [])),
  ),
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

const decorationOf = (
  { font, style, from, to, origin, area }: LinePart,
  { offset, thickness }: Decoration,
): ReadonlyArray<Strip> => {
  if (to <= from) return [];
  const scale = style.size / font.unitsPerEm;
  const height = Math.max(1, thickness * scale);
  const y = origin.y + offset * scale - height / 2;
  return [{ origin, bounds: { x: from, y, width: to - from, height }, paint: style.color, area }];
};
