import { hasStaticBox } from '../../../../domain/composition/animation/look.js';
import { fittedIn } from '../../../../domain/composition/geometry/fit.js';
import type { Canvas } from '../../../../domain/composition/composition.js';
import { boxOf, placementOf } from '../../../../domain/composition/geometry/geometry.js';
import type { Surface } from '../context.js';
import type { Drawing } from '../drawing.js';
import type { NodeMask } from '../scene.js';

/** Rec. 709 luma of gamma-encoded values. */
const luma = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/**
 * A surface of the size `size` with the mask as its alpha. The mask is what its node draws in its box at rest; the
 * position of that box does not matter, as it is fitted into the surface.
 */
export const maskOf = ({ node, mode, fit }: NodeMask, size: Canvas, drawing: Drawing): Surface => {
  const { tools } = drawing;
  const { x, y, width, height } = hasStaticBox(node.clip) ? placementOf(node.clip).box : boxOf(node.clip);
  const drawn = tools.surface(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
  drawn.context.translate(-x, -y);
  drawing.drawNode(drawn.context, node, { ...drawing, canvas: { width, height } });
  const mask = tools.surface(size.width, size.height);
  const { from, to } = fittedIn(size, { x: 0, y: 0, width, height }, fit, { x: 0.5, y: 0.5 });
  tools.draw(mask.context, drawn, from, to);
  if (mode === 'alpha') return mask;
  const { data, put } = tools.samples(mask);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    const shown = mode.startsWith('luma')
      ? (luma(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) * alpha) / 255
      : alpha;
    data[at + 3] = mode.endsWith('Inverted') ? 255 - shown : shown;
  }
  put();
  return mask;
};
