import type { Font } from './fonts.js';
import type { PlacedGlyph } from './shaping.js';

/** A place in px that glyphs are drawn relative to: x of the line's start, y of its baseline. */
export interface Origin {
  readonly x: number;
  readonly y: number;
}

/** How glyphs are painted: SVG colours; the stroke lies wholly outside the fill. */
export interface GlyphPaint {
  readonly fill: string;
  readonly strokeWidth: number;
  readonly strokeColor: string;
}

/** The horizontal shift of a slanted glyph per px of height: 12 degrees, as browsers slant. */
const SLANT = Math.tan((12 * Math.PI) / 180);

/** SVG markup of glyphs. All strokes lie below all fills, so that no glyph's outline covers its neighbour. */
export const glyphsSvg = (
  glyphs: ReadonlyArray<PlacedGlyph>,
  origin: Origin,
  { fill, strokeWidth, strokeColor }: GlyphPaint,
): string => {
  const outline = glyphs
    .filter(({ font }) => !font.bitmaps)
    .map((glyph) => outlineOf(glyph, origin))
    .join('');
  const bitmaps = glyphs.filter(({ font }) => font.bitmaps).map((glyph) => bitmapSvg(glyph, origin));
  const stroke =
    strokeWidth > 0 && outline !== ''
      ? `<path d="${outline}" fill="${strokeColor}" stroke="${strokeColor}" stroke-width="${strokeWidth * 2}" stroke-linejoin="round"/>`
      : '';
  return `${stroke}${outline === '' ? '' : `<path d="${outline}" fill="${fill}"/>`}${bitmaps.join('')}`;
};

const outlines = new WeakMap<Font, Map<number, ReadonlyArray<{ type: string; values: number[] }>>>();

const commandsOf = (font: Font, glyph: number): ReadonlyArray<{ type: string; values: number[] }> => {
  const known = outlines.get(font) ?? new Map<number, ReadonlyArray<{ type: string; values: number[] }>>();
  outlines.set(font, known);
  const commands = known.get(glyph) ?? font.shaper.glyphToJson(glyph);
  known.set(glyph, commands);
  return commands;
};

const outlineOf = ({ font, glyph, x, y, size, slanted }: PlacedGlyph, origin: Origin): string => {
  const scale = size / font.unitsPerEm;
  return commandsOf(font, glyph)
    .map(({ type, values }) => {
      const points: string[] = [];
      for (let index = 0; index + 1 < values.length; index += 2) {
        const up = (values[index + 1] ?? 0) * scale;
        const right = (values[index] ?? 0) * scale + (slanted ? up * SLANT : 0);
        points.push(`${px(origin.x + x + right)} ${px(origin.y + y - up)}`);
      }
      return `${type}${points.join(' ')}`;
    })
    .join('');
};

const bitmapSvg = ({ font, glyph, x, y, size }: PlacedGlyph, origin: Origin): string => {
  const png = font.shaper.getGlyphColorPng(glyph);
  if (!png || !font.bitmaps) return '';
  const scale = size / font.bitmaps.pixelsPerEm;
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  // PNG (RFC 2083, section 4.1.1): width and height stand at bytes 16 and 20.
  const [width, height] = [header.getUint32(16) * scale, header.getUint32(20) * scale];
  const [left, top] = [origin.x + x, origin.y + y - font.bitmaps.ascent * scale];
  const data = Buffer.from(png).toString('base64');
  return `<image x="${px(left)}" y="${px(top)}" width="${px(width)}" height="${px(height)}" preserveAspectRatio="none" href="data:image/png;base64,${data}"/>`;
};

const px = (value: number): number => Math.round(value * 1000) / 1000;
