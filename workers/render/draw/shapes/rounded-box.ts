import type { BorderRadius } from '../../../../domain/composition/format/place.js';
import type { Box, Surface } from '../context.js';

/** Clips a surface to a box with rounded corners; radii that do not fit shrink together (CSS Backgrounds, 5.5). */
export const roundedBox = (
  { context }: Surface,
  { x, y, width, height }: Box,
  radius: BorderRadius,
): void => {
  context.globalCompositeOperation = 'destination-in';
  context.fillStyle = '#000';
  context.beginPath();
  context.roundRect(x, y, width, height, typeof radius === 'number' ? [radius] : [...radius]);
  context.fill();
  context.globalCompositeOperation = 'source-over';
};
