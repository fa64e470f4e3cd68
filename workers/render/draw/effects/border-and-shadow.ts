import type { ClipLook } from '../../../../domain/composition/animation/look.js';
import { parseColor } from '../../../../domain/composition/color.js';
import type { Shadow } from '../../../../domain/composition/fields/paint.js';
import { type Box, type Context2D, type DrawingTools, type Surface, areaOf } from '../context.js';
import type { Drawing } from '../drawing.js';
import { blurOf } from './filters.js';
import { cssColor } from '../paints.js';
import { beginRoundedPath, roundedBox } from '../shapes/rounded-box.js';
import { drawPicture } from '../smooth-edges.js';

/**
 * Draws the border along the inside of a box's edge: the inner half of a line on the edge. So its outer corners are as
 * round as those of the box, however wide the border is (CSS Backgrounds, 5.2). It does not use `clip()`, whose edges
 * are rough on offscreen canvases of browsers.
 */
export const drawBorder = (
  surface: Surface,
  box: Box,
  { borderRadius }: ClipLook,
  border: { readonly width: number; readonly color: string },
  tools: DrawingTools,
): void => {
  if (border.width <= 0) return;
  const line = tools.surface(surface.width, surface.height);
  beginRoundedPath(line.context, box, borderRadius);
  line.context.strokeStyle = cssColor(parseColor(border.color));
  line.context.lineWidth = border.width * 2;
  line.context.stroke();
  roundedBox(line, box, borderRadius);
  tools.draw(surface.context, line, areaOf(line), areaOf(surface));
};

/** A blurred copy of a layer in one colour. As in CSS, the standard deviation is half the blur radius. */
export const softShadow = (layer: Surface, { blur, color }: Shadow, { tools }: Drawing): Surface => {
  const margin = Math.ceil(blur * 1.5);
  const [width, height] = [layer.width + 2 * margin, layer.height + 2 * margin];
  const soft = tools.surface(width, height);
  const { context } = soft;
  if (blur > 0) context.filter = blurOf(blur / 2);
  tools.draw(context, layer, areaOf(layer), { ...areaOf(layer), x: margin, y: margin });
  context.filter = 'none';
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = cssColor(parseColor(color));
  context.fillRect(0, 0, width, height);
  return soft;
};

/** Draws the soft shadow of a layer that is drawn into the box `to`. */
export const drawShadow = (
  context: Context2D,
  soft: Surface,
  layer: Surface,
  to: Box,
  shadow: Shadow,
  drawing: Drawing,
): void => {
  const { width, height } = soft;
  const margin = (width - layer.width) / 2;
  const [across, down] = [to.width / layer.width, to.height / layer.height];
  const place = {
    x: to.x + shadow.x - margin * across,
    y: to.y + shadow.y - margin * down,
    width: width * across,
    height: height * down,
  };
  drawPicture(context, soft, areaOf(soft), place, drawing);
};
