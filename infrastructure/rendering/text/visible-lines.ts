import type { Rect } from '../../../domain/composition/geometry.js';

/** Where a drawing goes: the box of its clip, and what of the canvas can be seen, both before any turn, by `rotation` degrees. */
export interface Place {
  readonly box: Rect;
  readonly view: Rect;
  readonly rotation?: number;
}

/** From the lowest to the highest point of any glyph of the fonts that come with the service, in font sizes; a test looks at all of them. */
export const TALLEST_GLYPH = 4;

/**
 * Characters of which each may be set higher than the one before: marks, which stack, and the letters of Arabic, which
 * climb from the end of a word to its beginning in fonts of the Nastaliq style.
 */
const CLIMBING = /[\p{M}\p{Cf}\p{Script=Arabic}]+/gu;

/**
 * The most that any line of a text can reach above its baseline, in px.
 * @param size of the font, in px
 * @param strokeWidth of the outline round each glyph, in px
 * @param tallest of the fonts that may be used, from the lowest to the highest point of a glyph, in font sizes
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

/** The y of the last baseline from which something that reaches so far above it can be seen. */
export const lastBaseline = ({ view }: Place, reach: number): number => view.y + view.height + reach;
