import type { Paint } from '../../../domain/composition/format/paint.js';
import { expanded, intersectionOf, type Rect, unionOf } from '../../../domain/composition/geometry.js';
import type { Font } from './fonts.js';
import type { PlacedGlyph } from './shaping.js';
import { idOf, isOpaquePaint, svgColor, svgPaint, type SvgPaint } from './paint-svg.js';
import { imageSvg } from './image-svg.js';
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
 * neighbour. Bitmaps outside `view` are omitted; outlines form one shape, which is omitted only as a whole, because a
 * part of it would be antialiased differently.
 */
export const glyphsSvg = (
  glyphs: ReadonlyArray<PlacedGlyph>,
  origin: Origin,
  { fill, area, strokeWidth, strokeColor }: GlyphPaint,
  view: Rect,
): Markup => {
  const isSeen = ({ bounds }: Pick<Markup, 'bounds'>): boolean =>
    bounds !== undefined && intersectionOf(expanded(bounds, BLUR), view) !== undefined;
  const outlines = glyphs.filter(({ font }) => !font.bitmaps).map((glyph) => outlineOf(glyph, origin));
  const bitmaps = glyphs
    .filter(({ font }) => font.bitmaps)
    .map((glyph) => bitmapOf(glyph, origin))
    .filter(isSeen);
  const ink = unionOf(outlines.flatMap(({ bounds }) => (bounds ? [expanded(bounds, strokeWidth)] : [])));
  const reach = isSeen({ bounds: ink }) ? ink : undefined;
  const path = reach ? outlines.map(({ svg }) => svg).join('') : '';
  const stroke =
    strokeWidth > 0 && reach
      ? strokeSvg(path, reach, { width: strokeWidth, color: strokeColor, fillHidesIt: isOpaquePaint(fill) })
      : '';
  return {
    svg: [
      stroke,
      path === '' ? '' : filledPath(path, svgPaint(fill, area)),
      ...bitmaps.map(({ svg }) => svg),
    ].join(''),
    bounds: unionOf([...(reach ? [reach] : []), ...bitmaps.flatMap(({ bounds }) => bounds ?? [])]),
  };
};

const filledPath = (path: string, { definition, value }: SvgPaint): string =>
  `${definition}<path d="${path}" fill="${value}"/>`;

interface Stroke {
  readonly width: number;
  readonly color: string;
  readonly fillHidesIt: boolean;
}

/**
 * The stroke around a path with the bounds `reach`. SVG strokes both sides of a path, so the part inside the fill is
 * masked out.
 */
const strokeSvg = (path: string, reach: Rect, { width, color, fillHidesIt }: Stroke): string => {
  const paint = svgColor(color);
  const pen = `stroke="${paint}" stroke-width="${width * 2}" stroke-linejoin="round"`;
  if (fillHidesIt) return `<path d="${path}" fill="${paint}" ${pen}/>`;
  const region = `x="${reach.x}" y="${reach.y}" width="${reach.width}" height="${reach.height}"`;
  const name = idOf('outside', path);
  return (
    `<mask id="${name}" maskUnits="userSpaceOnUse" ${region}>` +
    `${rectSvg(reach, '#fff')}<path d="${path}" fill="#000"/></mask>` +
    `<path d="${path}" fill="none" ${pen} mask="url(#${name})"/>`
  );
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
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const bounds = {
    x: px(origin.x + x),
    y: px(origin.y + y - font.bitmaps.ascent * scale),
    // PNG (RFC 2083, section 4.1.1): width and height are at bytes 16 and 20.
    width: px(header.getUint32(16) * scale),
    height: px(header.getUint32(20) * scale),
  };
  const data = Buffer.from(png).toString('base64');
  return { svg: imageSvg(bounds, data), bounds };
};

const px = (value: number): number => Math.round(value * 1000) / 1000;
