import type { Paint } from '../../../../domain/composition/fields/paint.js';
import { intersectionOf, type Rect } from '../../../../domain/composition/geometry/geometry.js';
import { createCanvas, registerFont } from '../../drawing/canvas-package.js';
import type { FontFile } from '../fonts/font-files.js';
import { glyphCharacter, withGlyphsAsCharacters } from '../fonts/font-tables.js';
import { readFontData } from '../fonts/font-reading.js';
import type { Font } from '../fonts/fonts.js';
import { imageSvg } from './image-svg.js';
import type { Markup } from './markup.js';

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

/**
 * How many times larger a glyph is drawn, before it is reduced by halves: glyphs below this size are hinted, and put on
 * quarters of a pixel across and on whole ones down.
 */
const enlargement = (size: number): number => 2 ** Math.max(0, Math.ceil(Math.log2(SMALLEST / size)));
const SMALLEST = 257;

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

const names = new WeakMap<FontFile, string>();
let count = 0;

/** The name by which Skia knows a font in which each glyph has a character. */
const skiaName = (file: FontFile): string => {
  const known = names.get(file);
  if (known !== undefined) return known;
  count += 1;
  const name = `glyphs-${count}`;
  registerFont(withGlyphsAsCharacters(readFontData(file.path).data, file.index), name);
  names.set(file, name);
  return name;
};

/**
 * A glyph with colours of its own (OpenType, tables COLR and sbix), as a picture on whole pixels; undefined if it has
 * none. The colour that a font calls the foreground is that of the text, or of a gradient's start. It is not drawn
 * outside `view`.
 */
export const colorGlyph = (
  font: Font,
  glyph: number,
  place: GlyphPlace,
  fill: Paint,
  view: Rect,
): Markup | undefined => {
  if (!font.isColored(glyph)) return undefined;
  const area = areaOf(font, glyph, place);
  if (
    !area ||
    area.width < 1 ||
    area.height < 1 ||
    area.width * area.height * enlargement(place.size) ** 2 > MOST_PIXELS
  )
    return undefined;
  if (!intersectionOf(area, view)) return { svg: '', bounds: area };
  const times = enlargement(place.size);
  const large = createCanvas(area.width * times, area.height * times);
  const context = large.getContext('2d');
  context.fillStyle = typeof fill === 'string' ? fill : (fill.stops[0]?.color ?? '#000000');
  context.font = `${place.size}px ${skiaName(font.file)}`;
  context.fontVariationSettings = font.variations;
  context.scale(times, times);
  context.transform(1, 0, -place.slant, 1, place.x - area.x, place.y - area.y);
  context.fillText(glyphCharacter(glyph), 0, 0);
  const canvas = times === 1 ? large : createCanvas(area.width, area.height);
  if (canvas !== large) {
    const target = canvas.getContext('2d');
    target.imageSmoothingQuality = 'medium';
    target.drawImage(large, 0, 0, area.width, area.height);
  }
  return { svg: imageSvg(area, canvas.toBuffer('image/png').toString('base64')), bounds: area };
};
