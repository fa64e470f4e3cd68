import { parseColor } from '../../../../domain/composition/color.js';
import type { Paint } from '../../../../domain/composition/fields/paint.js';
import {
  expanded,
  intersectionOf,
  type Rect,
  unionOf,
} from '../../../../domain/composition/geometry/geometry.js';
import type { Font } from '../fonts/fonts.js';
import { colorGlyph } from './color-glyphs.js';
import type { PlacedGlyph } from '../layout/shaping.js';
import { idOf, isOpaquePaint, svgColor, svgPaint } from './paint-svg.js';
import { imageSvg, pngSize } from './image-svg.js';
import type { Markup } from './markup.js';
import { rectSvg } from './svg.js';

/** The origin of glyphs, in px: x of the start of the line, y of its baseline. */
export interface Origin {
  readonly x: number;
  readonly y: number;
}

/** The paint of glyphs. The stroke is entirely outside the fill; a gradient runs across `area`. */
export interface GlyphPaint {
  readonly area: Rect;
  readonly fill: Paint;
  readonly strokeWidth: number;
  readonly strokeColor: string;
}

/** How far antialiasing reaches beyond the edges of a shape, in px. */
const BLUR = 1;

/** The horizontal shift of a slanted glyph per px of height: 12 degrees, as browsers slant. */
const SLANT = Math.tan((12 * Math.PI) / 180);

/**
 * SVG markup of the glyphs of a line. All strokes are below all fills, so that the stroke of a glyph does not cover its
 * neighbour. Glyphs with colours of their own are pictures: they have no stroke, and those outside `view` are omitted;
 * outlines form one shape, which is omitted only as a whole, because a part of it would be antialiased differently.
 */
export const glyphsSvg = (
  glyphs: ReadonlyArray<PlacedGlyph>,
  origin: Origin,
  { fill, area, strokeWidth, strokeColor }: GlyphPaint,
  view: Rect,
): Markup => {
  const isSeen = ({ bounds }: Pick<Markup, 'bounds'>): boolean =>
    bounds !== undefined && intersectionOf(expanded(bounds, BLUR), view) !== undefined;
  const outlines: (Markup & { readonly bold: number })[] = [];
  const pictures: Markup[] = [];
  for (const glyph of glyphs) {
    const outline = glyph.font.bitmaps ? undefined : outlineOf(glyph, origin);
    const picture = outline ? coloredOf(glyph, origin, fill, view) : bitmapOf(glyph, origin);
    if (picture) pictures.push(picture);
    else if (outline) outlines.push({ ...outline, bold: boldnessOf(glyph) });
  }
  const bitmaps = pictures.filter(isSeen);
  const shapes = [...new Set(outlines.map(({ bold }) => bold))].flatMap((bold): ReadonlyArray<Shape> => {
    const own = outlines.filter((outline) => outline.bold === bold);
    const grown = strokeWidth + bold / 2;
    const reach = unionOf(own.flatMap(({ bounds }) => (bounds ? [expanded(bounds, grown)] : [])));
    return reach && isSeen({ bounds: reach })
      ? [{ path: own.map(({ svg }) => svg).join(''), bold, reach }]
      : [];
  });
  const pen = { width: strokeWidth, color: strokeColor, fillHidesIt: isOpaquePaint(fill) };
  return {
    svg: [
      ...(strokeWidth > 0 ? shapes.map((shape) => strokeSvg(shape, pen)) : []),
      ...shapes.filter(({ path }) => path !== '').map((shape) => filledShape(shape, fill, area)),
      ...bitmaps.map(({ svg }) => svg),
    ].join(''),
    bounds: unionOf([...shapes.map(({ reach }) => reach), ...bitmaps.flatMap(({ bounds }) => bounds ?? [])]),
  };
};

/** Outlines as one path, how much thicker than in their font they are drawn, in px, and what they cover. */
interface Shape {
  readonly path: string;
  readonly bold: number;
  readonly reach: Rect;
}

/** Attributes of a pen in one colour, along the path and half its width beyond. */
const penSvg = (color: string, width: number): string =>
  width === 0 ? '' : ` stroke="${color}" stroke-width="${width}"`;

const filledShape = ({ path, bold, reach }: Shape, fill: Paint, area: Rect): string => {
  const { definition, value } = svgPaint(fill, area);
  if (bold === 0 || isOpaquePaint(fill))
    return `${definition}<path d="${path}" fill="${value}"${penSvg(value, bold)}/>`;
  // The pen overlaps the fill, which must not be seen twice.
  if (typeof fill === 'string') {
    const { r, g, b, a } = parseColor(fill);
    const color = `rgb(${r},${g},${b})`;
    return `<g opacity="${a / 255}"><path d="${path}" fill="${color}"${penSvg(color, bold)}/></g>`;
  }
  const name = idOf('bold', path);
  const white = `<path d="${path}" fill="#fff"${penSvg('#fff', bold)}/>`;
  const mask = `<mask id="${name}" ${maskRegion(reach)}>${rectSvg(reach, '#000')}${white}</mask>`;
  return `${definition}${mask}<g mask="url(#${name})">${rectSvg(reach, value)}</g>`;
};

const maskRegion = ({ x, y, width, height }: Rect): string =>
  `maskUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}"`;

interface Stroke {
  readonly width: number;
  readonly color: string;
  readonly fillHidesIt: boolean;
}

/** The stroke around a shape. SVG strokes both sides of a path, so the part inside the fill is masked out. */
const strokeSvg = ({ path, bold, reach }: Shape, { width, color, fillHidesIt }: Stroke): string => {
  const paint = svgColor(color);
  const pen = `stroke="${paint}" stroke-width="${width * 2 + bold}" stroke-linejoin="round"`;
  if (fillHidesIt) return `<path d="${path}" fill="${paint}" ${pen}/>`;
  const name = idOf('outside', path);
  return (
    `<mask id="${name}" ${maskRegion(reach)}>` +
    `${rectSvg(reach, '#fff')}<path d="${path}" fill="#000"${penSvg('#000', bold)}/></mask>` +
    `<path d="${path}" fill="none" ${pen} mask="url(#${name})"/>`
  );
};

/** How much thicker a glyph is drawn if its font lacks bold faces, in px: as Skia does, and with it Chromium. */
const boldnessOf = ({ font, size }: PlacedGlyph): number => {
  if (!font.isEmboldened) return 0;
  const [small, large] = [9, 36];
  const share = Math.min(1, Math.max(0, (size - small) / (large - small)));
  return px(size * (1 / 24 + (1 / 32 - 1 / 24) * share));
};

type Outline = ReadonlyArray<{ readonly type: string; readonly values: ReadonlyArray<number> }>;

const known = new WeakMap<Font, Map<number, Outline>>();

const commandsOf = (font: Font, glyph: number): Outline => {
  const outlines = known.get(font) ?? new Map<number, Outline>();
  known.set(font, outlines);
  const outline = outlines.get(glyph) ?? font.shaper.glyphToJson(glyph);
  outlines.set(glyph, outline);
  return outline;
};

const outlineOf = ({ font, glyph, x, y, size, slanted }: PlacedGlyph, origin: Origin): Markup => {
  const scale = size / font.unitsPerEm;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const svg = commandsOf(font, glyph)
    .map(({ type, values }) => {
      const points: string[] = [];
      for (let index = 0; index + 1 < values.length; index += 2) {
        const up = (values[index + 1] ?? 0) * scale;
        const pointX = px(origin.x + x + (values[index] ?? 0) * scale + (slanted ? up * SLANT : 0));
        const pointY = px(origin.y + y - up);
        [left, right] = [Math.min(left, pointX), Math.max(right, pointX)];
        [top, bottom] = [Math.min(top, pointY), Math.max(bottom, pointY)];
        points.push(`${pointX} ${pointY}`);
      }
      return `${type}${points.join(' ')}`;
    })
    .join('');
  return {
    svg,
    bounds: right < left ? undefined : { x: left, y: top, width: right - left, height: bottom - top },
  };
};

const bitmapOf = ({ font, glyph, x, y, size }: PlacedGlyph, origin: Origin): Markup => {
  const png = font.shaper.getGlyphColorPng(glyph);
  if (!png || !font.bitmaps) return { svg: '', bounds: undefined };
  const scale = size / font.bitmaps.pixelsPerEm;
  const { width, height } = pngSize(png);
  const bounds = {
    x: px(origin.x + x),
    y: px(origin.y + y - font.bitmaps.ascent * scale),
    width: px(width * scale),
    height: px(height * scale),
  };
  const data = Buffer.from(png).toString('base64');
  return { svg: imageSvg(bounds, data), bounds };
};

/** A glyph of a font with colours; undefined if this one has none. */
const coloredOf = (
  { font, glyph, x, y, size, slanted }: PlacedGlyph,
  origin: Origin,
  fill: Paint,
  view: Rect,
): Markup | undefined => {
  const place = { x: origin.x + x, y: origin.y + y, size, slant: slanted ? SLANT : 0 };
  return font.hasColorGlyphs ? colorGlyph(font, glyph, place, fill, view) : undefined;
};

const px = (value: number): number => Math.round(value * 1000) / 1000;
