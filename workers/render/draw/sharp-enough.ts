import type { Context2D } from './context.js';
import type { ShownPicture } from './scene.js';

/** The scale above which the larger picture is drawn. */
const MOST_SCALE = 1.001;

/**
 * The larger picture of a text, if it has one and the context draws it larger than at rest; else the picture at rest.
 * @param across the scale at which it will be drawn in the coordinates of the context
 */
export const sharpEnough = (
  shown: ShownPicture,
  context: Context2D,
  across = 1,
  down = 1,
): Omit<ShownPicture, 'larger'> => {
  if (!shown.larger) return shown;
  const { a, b, c, d } = context.getTransform();
  const scale = Math.max(Math.hypot(a, b) * across, Math.hypot(c, d) * down);
  return scale > MOST_SCALE ? shown.larger : shown;
};
