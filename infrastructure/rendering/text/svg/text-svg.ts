import type { ResolvedText, Scaling } from '../../../../domain/composition/resolve/resolved.js';
import type { Font, FontLibrary } from '../fonts/fonts.js';
import { behindParts, fontsOf, inkOf } from '../layout/line-parts.js';
import { clipped, layered, type Markup } from './markup.js';
import { placeText } from '../layout/place-text.js';
import { scaledPlace } from '../layout/scaled-place.js';
import type { DrawingPlace } from '../layout/visible-lines.js';
import type { TextPart } from '../../../../workers/render/draw/words/text-parts.js';

/** SVG markup in canvas coordinates, before any rotation, and the fonts of its glyphs. */
export interface SvgDrawing extends Markup {
  readonly fonts: ReadonlySet<Font>;
}

/** What of a text is drawn (absent: all), and the box for which its lines are laid out. */
export interface DrawnMarkup {
  readonly part?: TextPart;
  readonly scaling?: Scaling;
}

/** Draws a text clip: background and border of its box, and the text in it. */
export const textSvg = (
  properties: ResolvedText,
  drawnAt: DrawingPlace,
  fonts: FontLibrary,
  { part, scaling }: DrawnMarkup = {},
): SvgDrawing => {
  const { place, markup } = scaledPlace(drawnAt, scaling);
  const { lines, boxMarkup, background, clip } = placeText(properties, place, fonts);
  const parts = lines.flatMap((line) => line.parts);
  const has = (one: TextPart): boolean => part === undefined || part === one;
  const content = [
    ...(has('lines') ? [background] : []),
    ...(has('glyphs') ? [...behindParts(parts, place), ...inkOf(parts, place.view)] : []),
  ];
  const box = has('box') ? [boxMarkup] : [];
  return {
    ...markup(layered([...box, ...(clip ? [clipped(layered(content), clip)] : content)])),
    fonts: fontsOf(parts),
  };
};
