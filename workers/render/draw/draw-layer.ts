import type { ClipLook } from '../../../domain/composition/animation/look.js';
import { parseColor } from '../../../domain/composition/color.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import type { Shadow } from '../../../domain/composition/fields/paint.js';
import { scaledEffects } from '../../../domain/composition/geometry/scaling.js';
import { drawBorder, drawShadow, softShadow } from './effects/border-and-shadow.js';
import {
  type Box,
  type Context2D,
  type Drawable,
  type DrawingTools,
  type Surface,
  areaOf,
} from './context.js';
import { effectsReach, shadowReach } from './covered.js';
import { drawContent } from './draw-content.js';
import { endsBetweenPixels } from './draw-media.js';
import type { Drawing } from './drawing.js';
import { filtered, filtersReach } from './effects/filters.js';
import { type RenderedLayer, cachedLayer } from './layer-cache.js';
import { isMedia, withKey } from './effects/keying.js';
import { maskOf } from './effects/masks.js';
import { overflowOf } from './overflow.js';
import { cssColor } from './paints.js';
import { reveal } from './effects/reveals.js';
import { roundedBox } from './shapes/rounded-box.js';
import type { SceneNode } from './scene.js';
import { drawPicture } from './smooth-edges.js';
import { separateParts, type TextPart } from './words/text-parts.js';

/** Draws a clip on a separate surface, applies its effects there, and draws the result at its position. */
export const drawLayer = (context: Context2D, node: SceneNode, look: ClipLook, drawing: Drawing): void => {
  // A zoom enlarges or shrinks borders and shadows with the box.
  const effects = node.clip.effects && scaledEffects(node.clip.effects, look.zoom);
  const margin = filtersReach([...look.filters, ...look.transitionFilters]);
  const beyond = overflowOf(node, look, context, effectsReach(node.clip, look), drawing);
  const size = {
    width: Math.max(1, Math.ceil(look.box.width)),
    height: Math.max(1, Math.ceil(look.box.height)),
  };
  const inner = { x: margin + beyond.left, y: margin + beyond.top, ...size };
  const whole = {
    width: inner.x + size.width + beyond.right + margin,
    height: inner.y + size.height + beyond.bottom + margin,
  };
  const layer = cachedLayer(
    node,
    look,
    [inner, whole, drawing.isMoving && endsBetweenPixels(node, look, size, drawing)],
    () => withEffects(node, look, effects, inner, whole, drawing),
    drawing.tools,
  );
  const [across, down] = [look.box.width / size.width, look.box.height / size.height];
  const to = {
    x: -inner.x * across,
    y: -inner.y * down,
    width: layer.surface.width * across,
    height: layer.surface.height * down,
  };
  if (effects?.shadow) drawWithShadow(context, layer, to, effects.shadow, drawing);
  else drawPicture(context, layer.surface, areaOf(layer.surface), to, drawing);
};

/** The content of a clip with its effects, on a surface of the size `whole` with the box at `inner`. */
const withEffects = (
  node: SceneNode,
  look: ClipLook,
  effects: ResolvedClip['effects'],
  inner: Box,
  whole: Canvas,
  drawing: Drawing,
): Surface => {
  const { tools } = drawing;
  const size = { width: inner.width, height: inner.height };
  const plain = tools.surface(whole.width, whole.height);
  plain.context.translate(inner.x, inner.y);
  const parts = separateParts(node.clip);
  const [front] = parts.slice(-1);
  drawContent(plain.context, node, look, { x: 0, y: 0, ...size }, drawing, front);
  plain.context.setTransform(1, 0, 0, 1, 0, 0);
  const keyed = effects?.chromaKey && !isMedia(node.clip) ? withKey(plain, effects.chromaKey, tools) : plain;
  const content = filtered(keyed, look.filters, drawing, inner);
  const layer = parts.length === 0 ? content : withBackground(content, node, look, inner, parts, drawing);
  if (look.borderRadius !== 0) roundedBox(layer, inner, look.borderRadius);
  if (effects?.border) drawBorder(layer, inner, look, effects.border, tools);
  if (node.mask) cutOut(layer, maskOf(node.mask, size, drawing), inner, tools);
  const shown = filtered(layer, look.transitionFilters, drawing, inner);
  for (const edge of look.reveals) reveal(shown, inner, edge, tools);
  if (look.tint) drawTint(shown, look.tint);
  return shown;
};

/** Glyphs above the other parts of their text, to which keys and filters do not apply. */
const withBackground = (
  glyphs: Surface,
  node: SceneNode,
  look: ClipLook,
  inner: Box,
  parts: ReadonlyArray<TextPart>,
  drawing: Drawing,
): Surface => {
  const all = drawing.tools.surface(glyphs.width, glyphs.height);
  all.context.translate(inner.x, inner.y);
  for (const part of parts.slice(0, -1))
    drawContent(all.context, node, look, { ...inner, x: 0, y: 0 }, drawing, part);
  all.context.setTransform(1, 0, 0, 1, 0, 0);
  drawing.tools.draw(all.context, glyphs, areaOf(glyphs), areaOf(all));
  return all;
};

const drawTint = (surface: Surface, tint: NonNullable<ClipLook['tint']>): void => {
  const { context, width, height } = surface;
  context.globalCompositeOperation = 'source-atop';
  context.globalAlpha = tint.amount;
  context.fillStyle = cssColor(parseColor(tint.color));
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
};

/** Draws a layer above its shadow. The alpha and the blend mode of the context apply to both as a group. */
const drawWithShadow = (
  context: Context2D,
  layer: RenderedLayer,
  to: Box,
  shadow: Shadow,
  drawing: Drawing,
): void => {
  const { tools } = drawing;
  const { surface } = layer;
  const soft = (layer.shadow ??= softShadow(surface, shadow, drawing));
  if (layer.isCached) tools.retain(soft);
  if (context.globalAlpha === 1 && context.globalCompositeOperation === 'source-over') {
    drawShadow(context, soft, surface, to, shadow, drawing);
    return drawPicture(context, surface, areaOf(surface), to, drawing);
  }
  const spread = Math.ceil(shadowReach(shadow)) + 1;
  const both = tools.surface(Math.ceil(to.width) + 2 * spread, Math.ceil(to.height) + 2 * spread);
  const within = { ...to, x: spread, y: spread };
  drawShadow(both.context, soft, surface, within, shadow, drawing);
  drawPicture(both.context, surface, areaOf(surface), within, drawing);
  const { width, height } = both;
  const whole = { x: to.x - spread, y: to.y - spread, width, height };
  return drawPicture(context, both, areaOf(both), whole, drawing);
};

const cutOut = (layer: Surface, mask: Drawable, at: Box, tools: DrawingTools): void => {
  const { context } = layer;
  context.globalCompositeOperation = 'destination-in';
  const whole = tools.surface(layer.width, layer.height);
  tools.draw(whole.context, mask, areaOf(mask), at);
  tools.draw(context, whole, areaOf(layer), areaOf(layer));
  context.globalCompositeOperation = 'source-over';
};
