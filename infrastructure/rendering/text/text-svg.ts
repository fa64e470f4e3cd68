import { unionOf } from '../../../domain/composition/geometry.js';
import type { ResolvedText } from '../../../domain/composition/resolve/resolved.js';
import { glyphsSvg, type Markup, type Origin } from './glyph-svg.js';
import type { Font, FontLibrary } from './fonts.js';
import { type WrappedLine, wrapText } from './line-breaking.js';
import type { FontStyle, PlacedGlyph } from './shaping.js';
import { boxSvg, rectSvg, svgColor } from './svg.js';
import { lastBaseline, type Place, reachAbove } from './visible-lines.js';

/** SVG markup in canvas coordinates before any turn, and the fonts whose glyphs it holds. */
export interface Drawing extends Markup {
  readonly fonts: ReadonlySet<Font>;
}

/** Vertical measures of a line in px. */
interface LineMetrics {
  readonly height: number;
  /** From the top of the line to its baseline: the room left over is shared above and below, as CSS 2 section 10.8 does. */
  readonly baseline: number;
}

/** The metrics of lines in a font, `factor` times the font size high. */
export const lineMetrics = (font: Font, size: number, factor: number): LineMetrics => {
  const scale = size / font.unitsPerEm;
  const height = size * factor;
  return { height, baseline: (height - (font.ascent + font.descent) * scale) / 2 + font.ascent * scale };
};

/**
 * Draws a text clip: background and border fill the box; the text is wrapped inside border and padding, from the top,
 * and runs on below the box if it is too long for it. Lines below what can be seen are not laid out.
 */
export const textSvg = (text: ResolvedText, place: Place, fonts: FontLibrary): Drawing => {
  const { box } = place;
  const style: FontStyle = {
    family: text.fontFamily,
    weight: text.fontWeight,
    italic: text.fontStyle === 'italic',
    size: text.fontSize,
  };
  const inset = text.borderWidth + text.padding;
  const width = Math.max(1, box.width - inset * 2);
  const metrics = lineMetrics(fonts.match(style), text.fontSize, text.lineHeight);
  const last = lastBaseline(place, reachAbove(text.content, text.fontSize, text.strokeWidth));
  const lines: DrawnLine[] = [];
  const x = box.x + inset;
  let y = box.y + inset + metrics.baseline;
  for (const line of wrapText(text.content, width, style, fonts)) {
    if (y > last) break;
    const { glyphs, start, end } = alignLine(line, width, text.textAlign);
    lines.push({ glyphs, origin: { x, y }, from: x + start, to: x + end });
    y = box.y + inset + lines.length * metrics.height + metrics.baseline;
  }
  const paint = {
    fill: text.color,
    strokeWidth: text.strokeWidth,
    strokeColor: text.strokeColor,
  };
  const underlines = text.underline
    ? lines.map(({ from, to, origin }) =>
        underlineSvg(fonts.match(style), text.fontSize, from, to, origin.y, svgColor(text.color)),
      )
    : [];
  const glyphs = lines.map((line) => glyphsSvg(line.glyphs, line.origin, paint, place.view));
  return {
    ...layered([{ svg: boxSvg(text, box), bounds: box }, ...underlines, ...glyphs]),
    fonts: new Set(lines.flatMap((line) => line.glyphs.map(({ font }) => font))),
  };
};

/** Markups drawn above each other, the first at the bottom. */
export const layered = (markups: ReadonlyArray<Markup>): Markup => ({
  svg: markups.map(({ svg }) => svg).join(''),
  bounds: unionOf(markups.flatMap(({ svg, bounds }) => (svg === '' ? [] : (bounds ?? [])))),
});

/** A line below the text from `from` to `to`, where the font wants it. */
export const underlineSvg = (
  { underlineOffset, underlineThickness, unitsPerEm }: Font,
  size: number,
  from: number,
  to: number,
  baseline: number,
  fill: string,
): Markup => {
  if (to <= from) return { svg: '', bounds: undefined };
  const scale = size / unitsPerEm;
  const height = Math.max(1, underlineThickness * scale);
  const y = baseline + underlineOffset * scale - height / 2;
  const bounds = { x: from, y, width: to - from, height };
  return { svg: rectSvg(bounds, fill), bounds };
};

interface DrawnLine {
  readonly glyphs: ReadonlyArray<PlacedGlyph>;
  readonly origin: Origin;
  /** Where the underline begins and ends. */
  readonly from: number;
  readonly to: number;
}

interface AlignedLine {
  readonly glyphs: ReadonlyArray<PlacedGlyph>;
  readonly start: number;
  readonly end: number;
}

const alignLine = (line: WrappedLine, width: number, align: ResolvedText['textAlign']): AlignedLine => {
  const room = width - line.width;
  const justified = align === 'justify' && !line.endsParagraph && line.spaces > 0 && room > 0;
  const extra = justified ? room / line.spaces : 0;
  const shift = justified ? 0 : room * shareBefore(align, line.rightToLeft);
  return {
    glyphs: line.glyphs.map((glyph, index) => ({
      ...glyph,
      x: glyph.x + shift + extra * (line.spacesBefore[index] ?? 0),
    })),
    start: shift,
    end: shift + line.width + extra * line.spaces,
  };
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
