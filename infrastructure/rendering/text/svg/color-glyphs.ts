import type * as hb from 'harfbuzzjs';
import { parseColor } from '../../../../domain/composition/color.js';
import type { Paint } from '../../../../domain/composition/format/paint.js';
import { intersectionOf, type Rect } from '../../../../domain/composition/geometry/geometry.js';
import { createCanvas } from '../../drawing/canvas-package.js';
import { GlyphPainter, paintFunctions } from './glyph-painter.js';
import { imageSvg, pngSize } from './image-svg.js';
import type { Markup } from './markup.js';
import type { Font } from '../fonts/fonts.js';

/** Where a glyph is drawn: its origin on the baseline and its size, in px, and the shift to the right per px of height. */
export interface GlyphPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly slant: number;
}

/** How far a glyph may reach from its origin, in font sizes: the bounds in a file are not to be trusted. */
const REACH = 4;

/** The largest picture of a glyph, in px: that of the largest font size with its reach. */
const MOST_PIXELS = 2 ** 26;

/** The colour that a font calls the foreground: that of the text, or of a gradient's start. */
const foregroundOf = (fill: Paint): hb.Color => {
  const { r, g, b, a } = parseColor(typeof fill === 'string' ? fill : (fill.stops[0]?.color ?? '#000000'));
  return { red: r, green: g, blue: b, alpha: a };
};

/** The area of a glyph on the canvas, in whole px; undefined if there is nothing to see. */
const areaOf = ({ shaper, unitsPerEm }: Font, glyph: number, place: GlyphPlace): Rect | undefined => {
  const extents = shaper.glyphExtents(glyph);
  if (!extents) return undefined;
  const scale = place.size / unitsPerEm;
  const [top, bottom] = [extents.yBearing, extents.yBearing + extents.height].map((y) => y * scale);
  const [left, right] = [extents.xBearing, extents.xBearing + extents.width].map((x) => x * scale);
  const leans = [top, bottom].map((up = 0) => up * place.slant);
  const reach = REACH * place.size;
  const x = Math.floor(place.x + (left ?? 0) + Math.min(...leans)) - 1;
  const y = Math.floor(place.y - (top ?? 0)) - 1;
  return intersectionOf(
    {
      x,
      y,
      width: Math.ceil(place.x + (right ?? 0) + Math.max(...leans)) + 1 - x,
      height: Math.ceil(place.y - (bottom ?? 0)) + 1 - y,
    },
    { x: Math.floor(place.x - reach), y: Math.floor(place.y - reach), width: 2 * reach, height: 2 * reach },
  );
};

/**
 * A glyph with colours of its own (OpenType, tables COLR and CPAL, versions 0 and 1), as a picture on whole pixels;
 * undefined if it has none. It is not painted outside `view`.
 */
export const colorGlyph = (
  font: Font,
  glyph: number,
  place: GlyphPlace,
  fill: Paint,
  view: Rect,
): Markup | undefined => {
  const area = areaOf(font, glyph, place);
  if (!area || area.width < 1 || area.height < 1 || area.width * area.height > MOST_PIXELS) return undefined;
  if (!intersectionOf(area, view)) return { svg: '', bounds: area };
  const canvas = createCanvas(area.width, area.height);
  const scale = place.size / font.unitsPerEm;
  const painter = new GlyphPainter(canvas);
  // Font units count upwards from the baseline.
  painter.context.setTransform(scale, 0, place.slant * scale, -scale, place.x - area.x, place.y - area.y);
  if (!font.shaper.paintGlyphOrFail(glyph, paintFunctions(), painter, 0, foregroundOf(fill)))
    return undefined;
  return { svg: imageSvg(area, canvas.toBuffer('image/png').toString('base64')), bounds: area };
};

/** The picture of a glyph (OpenType, table sbix), upright from its origin; undefined if it has none. */
export const pictureGlyph = (
  { shaper, picturesPerEm }: Font,
  glyph: number,
  { x, y, size }: GlyphPlace,
): Markup | undefined => {
  const png = picturesPerEm === undefined ? undefined : shaper.getGlyphColorPng(glyph);
  if (!png || picturesPerEm === undefined) return undefined;
  const scale = size / picturesPerEm;
  const { width, height } = pngSize(png);
  const bounds = { x, y: y - height * scale, width: width * scale, height: height * scale };
  if (Math.max(bounds.width, bounds.height) > REACH * size) return undefined;
  return { svg: imageSvg(bounds, Buffer.from(png).toString('base64')), bounds };
};
