import type { Rect } from '../../../../domain/composition/geometry/geometry.js';

/**
 * The place of a drawing: the box of its clip, and the visible part of the canvas, both before the rotation (degrees).
 */
export interface DrawingPlace {
  readonly box: Rect;
  readonly view: Rect;
  readonly rotation?: number;
}

/**
 * The maximum distance from the lowest to the highest point of a glyph of the shipped fonts, in font sizes; a test
 * measures all of them.
 */
export const TALLEST_GLYPH = 4;

/**
 * Characters that may each be set higher than the previous one: marks, which stack, and Arabic letters, which climb
 * from the end of a word to its beginning in fonts of the Nastaliq style.
 */
const CLIMBING = /[\p{M}\p{Cf}\p{Script=Arabic}]+/gu;

/**
 * The maximum height of a line of a text above its baseline, in px.
 * @param size of the font, in px
 * @param strokeWidth of the outline round each glyph, in px
 * @param tallest maximum distance from the lowest to the highest point of a glyph of the usable fonts, in font sizes
 */
export const reachAbove = (
  text: string,
  size: number,
  strokeWidth: number,
  tallest: number = TALLEST_GLYPH,
): number => {
  let longest = 0;
  for (const [{ length }] of text.matchAll(CLIMBING)) longest = Math.max(longest, length);
  return size * tallest * (1 + longest) + strokeWidth;
};

/** The y of the last baseline at which a line of this reach is still visible. */
export const lastBaseline = ({ view }: DrawingPlace, reach: number): number => view.y + view.height + reach;
