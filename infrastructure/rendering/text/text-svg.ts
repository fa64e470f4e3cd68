import type { ResolvedText } from '../../../domain/composition/resolve/resolved.js';
import type { Font, FontLibrary } from './fonts.js';
import { behindParts, fontsOf, inkOf } from './line-parts.js';
import { clipped, layered, type Markup } from './markup.js';
import { placeText } from './place-text.js';
import type { Place } from './visible-lines.js';

/** SVG markup in canvas coordinates, before any rotation, and the fonts of its glyphs. */
export interface Drawing extends Markup {
  readonly fonts: ReadonlySet<Font>;
}

/** Draws a text clip: background and border of its box, and the text in it. */
export const textSvg = (properties: ResolvedText, place: Place, fonts: FontLibrary): Drawing => {
  const { lines, boxMarkup, background, clip } = placeText(properties, place, fonts);
  const parts = lines.flatMap((line) => line.parts);
  const content = [background, ...behindParts(parts, place), ...inkOf(parts, place.view)];
  return {
    ...layered([boxMarkup, ...(clip ? [clipped(layered(content), clip)] : content)]),
    fonts: fontsOf(parts),
  };
};
