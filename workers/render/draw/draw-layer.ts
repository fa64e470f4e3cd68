import type { ClipLook } from '../../../domain/composition/animation/look.js';
import { parseColor } from '../../../domain/composition/color.js';
import type { ChromaKey } from '../../../domain/composition/format/effects.js';
import { drawBorder, drawShadow } from './border-and-shadow.js';
import type { Box, Context2D, Drawable, DrawingTools, Surface } from './context.js';
import { drawContent } from './draw-content.js';
import type { Drawing } from './drawing.js';
import { filtered, reachOf } from './filters.js';
import { maskOf } from './masks.js';
import { cssColor } from './paints.js';
import { chromaKey } from './pixel-filters.js';
import { reveal } from './reveals.js';
import { roundedBox } from './rounded-box.js';
import type { SceneNode } from './scene.js';

/** Draws a clip on a separate surface, applies its effects there, and draws the result at its position. */
export const drawLayer = (context: Context2D, node: SceneNode, look: ClipLook, drawing: Drawing): void => {
  const { tools } = drawing;
  const { effects } = node.clip;
  const margin = reachOf(look.filters);
  const size = {
    width: Math.max(1, Math.ceil(look.box.width)),
    height: Math.max(1, Math.ceil(look.box.height)),
  };
  const inner = { x: margin, y: margin, ...size };
  const plain = tools.surface(size.width + 2 * margin, size.height + 2 * margin);
  plain.context.translate(margin, margin);
  drawContent(plain.context, node, look, { x: 0, y: 0, ...size }, drawing);
  plain.context.setTransform(1, 0, 0, 1, 0, 0);
  const keyed = effects?.chromaKey ? withKey(plain, effects.chromaKey, tools) : plain;
  const layer = filtered(keyed, look.filters, drawing);
  if (node.mask) cutOut(layer, maskOf(node.mask, size, drawing), inner, tools);
  if (look.borderRadius !== 0) roundedBox(layer, inner, look.borderRadius);
  if (effects?.border) drawBorder(layer, inner, look, effects.border);
  const shown = withReveals(layer, inner, look, tools);
  if (look.tint) {
    shown.context.globalCompositeOperation = 'source-atop';
    shown.context.globalAlpha = look.tint.amount;
    shown.context.fillStyle = cssColor(parseColor(look.tint.color));
    shown.context.fillRect(0, 0, shown.width, shown.height);
    shown.context.globalAlpha = 1;
    shown.context.globalCompositeOperation = 'source-over';
  }
  const [across, down] = [look.box.width / size.width, look.box.height / size.height];
  const from = { x: 0, y: 0, width: shown.width, height: shown.height };
  const to = {
    x: -margin * across,
    y: -margin * down,
    width: shown.width * across,
    height: shown.height * down,
  };
  if (effects?.shadow) drawShadow(context, shown, to, effects.shadow, drawing);
  tools.draw(context, shown, from, to);
};

const withKey = (surface: Surface, key: ChromaKey, tools: DrawingTools): Surface => {
  const { data, put } = tools.samples(surface);
  chromaKey(data, key);
  put();
  return surface;
};

const cutOut = (layer: Surface, mask: Drawable, at: Box, tools: DrawingTools): void => {
  const { context } = layer;
  context.globalCompositeOperation = 'destination-in';
  const whole = tools.surface(layer.width, layer.height);
  tools.draw(whole.context, mask, { x: 0, y: 0, width: mask.width, height: mask.height }, at);
  const all = { x: 0, y: 0, width: layer.width, height: layer.height };
  tools.draw(context, whole, all, all);
  context.globalCompositeOperation = 'source-over';
};

/** Edges of transitions move across the box, not across the margin of filters. */
const withReveals = (layer: Surface, inner: Box, { reveals }: ClipLook, tools: DrawingTools): Surface => {
  if (reveals.length === 0) return layer;
  const { width, height } = inner;
  const part = tools.surface(width, height);
  tools.draw(part.context, layer, inner, { x: 0, y: 0, width, height });
  for (const edge of reveals) reveal(part, edge, tools);
  if (inner.x === 0) return part;
  const whole = tools.surface(layer.width, layer.height);
  tools.draw(whole.context, part, { x: 0, y: 0, width, height }, inner);
  return whole;
};
