import type { Box, Context2D, Drawable } from './context.js';
import type { Drawing } from './drawing.js';

// A 2D context snaps the edges of an upright picture to whole pixels, so that adjacent pictures show no seam. But the
// edges of a moving picture would jump from pixel to pixel.

/** A part of one axis of a picture, as fractions of the picture. */
interface Slice {
  /** The part of the picture that is shown. */
  readonly from: number;
  readonly to: number;
  /** The edges of the whole pixels that show it. */
  readonly first: number;
  readonly last: number;
  /** The fraction of these pixels that it covers. */
  readonly coverage: number;
}

/** An edge this close to a pixel boundary, in px, counts as on it. */
export const NEAR = 1 / 512;

export const isWhole = (edge: number): boolean => Math.abs(edge - Math.round(edge)) < NEAR;

const snapped = (edge: number): number => (isWhole(edge) ? Math.round(edge) : edge);

/** Slices an axis that spans `length` px from `start` on the surface; a negative length means mirrored. */
const slicesOf = (start: number, length: number): ReadonlyArray<Slice> => {
  const [low, high] = [snapped(Math.min(start, start + length)), snapped(Math.max(start, start + length))];
  const cuts = [...new Set([low, Math.min(high, Math.ceil(low)), Math.max(low, Math.floor(high)), high])];
  const at = (px: number): number => (px - start) / length;
  return cuts
    .toSorted((a, b) => a - b)
    .flatMap((from, index, all): ReadonlyArray<Slice> => {
      const to = all[index + 1];
      if (to === undefined) return [];
      const [first, last] = [Math.floor(from), Math.ceil(to)];
      const ends = length < 0 ? [to, from, last, first] : [from, to, first, last];
      const [a = 0, b = 1, c = 0, d = 1] = ends.map(at);
      return [{ from: a, to: b, first: c, last: d, coverage: (to - from) / (last - first) }];
    });
};

/** How far an axis may lean for a picture to count as upright, in px. */
const LEAN = 0.02;

/** The slices of both axes of a box in a context; undefined if it is rotated, because its edges are smooth then. */
const slicesIn = (context: Context2D, { x, y, width, height }: Box) => {
  const { a, b, c, d, e, f } = context.getTransform();
  const isFlat = (...leans: ReadonlyArray<number>): boolean => leans.every((lean) => Math.abs(lean) < LEAN);
  if (isFlat(b * width, c * height))
    return { across: slicesOf(a * x + e, a * width), down: slicesOf(d * y + f, d * height) };
  if (isFlat(a * width, d * height))
    return { across: slicesOf(b * x + f, b * width), down: slicesOf(c * y + e, c * height) };
  return undefined;
};

type Range = readonly [from: number, to: number];

const partOf = ({ x, y, width, height }: Box, [left, right]: Range, [top, bottom]: Range): Box => ({
  x: x + left * width,
  y: y + top * height,
  width: (right - left) * width,
  height: (bottom - top) * height,
});

/** Draws the part `from` of a picture into the box `to`. If it moves, edges between two pixels are antialiased. */
export const drawPicture = (
  context: Context2D,
  picture: Drawable,
  from: Box,
  to: Box,
  { tools, isMoving }: Pick<Drawing, 'tools' | 'isMoving'>,
): void => {
  const slices = isMoving ? slicesIn(context, to) : undefined;
  if (!slices) return tools.draw(context, picture, from, to);
  const { across, down } = slices;
  if ([...across, ...down].every(({ coverage }, _, all) => coverage === 1 && all.length === 2))
    return tools.draw(context, picture, from, to);
  const alpha = context.globalAlpha;
  for (const column of across)
    for (const row of down) {
      context.globalAlpha = alpha * column.coverage * row.coverage;
      const part = partOf(from, [column.from, column.to], [row.from, row.to]);
      tools.draw(context, picture, part, partOf(to, [column.first, column.last], [row.first, row.last]));
    }
  context.globalAlpha = alpha;
};
