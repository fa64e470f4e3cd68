import type { BorderRadius } from '../../../../domain/composition/fields/place.js';
import type { Box, Context2D, Surface } from '../context.js';

/** Begins a path along a box with rounded corners. Radii that do not fit shrink together (CSS Backgrounds, 5.5). */
export const beginRoundedPath = (
  context: Context2D,
  { x, y, width, height }: Box,
  radius: BorderRadius,
): void => {
  context.beginPath();
  context.roundRect(x, y, width, height, typeof radius === 'number' ? [radius] : [...radius]);
};

/** Clips a surface to a box with rounded corners. */
export const roundedBox = ({ context }: Surface, box: Box, radius: BorderRadius): void => {
  context.globalCompositeOperation = 'destination-in';
  context.fillStyle = '#000';
  beginRoundedPath(context, box, radius);
  context.fill();
  context.globalCompositeOperation = 'source-over';
};
