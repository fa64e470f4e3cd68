import { type ClipLook, lookAt } from '../../../domain/composition/animation/look.js';
import { transitionsAt, travelOf } from '../../../domain/composition/animation/transitions.js';
import type { Box, Context2D, Drawable, DrawingTools, Surface } from './context.js';
import { type Drawing, timeOf } from './drawing.js';
import { drawContent } from './draw-content.js';
import type { ChromaKey } from '../../../domain/composition/format/effects.js';
import { filtered, reachOf } from './filters.js';
import { chromaKey } from './pixel-filters.js';
import { maskOf } from './masks.js';
import { cssColor } from './paints.js';
import { reveal } from './reveals.js';
import { roundedBox } from './rounded-box.js';
import type { SceneNode } from './scene.js';
import { parseColor } from '../../../domain/composition/color.js';

/** Draws a node in the coordinates of its canvas: spec of the composition format, §1, "Order of operations". */
export const drawNode = (context: Context2D, node: SceneNode, drawing: Drawing): void => {
  if (drawing.frame < node.span.from || drawing.frame >= node.span.to) return;
  const look = pushed(lookAt(node.clip, timeOf(node, drawing), drawing.canvas), node, drawing);
  const { box, opacity } = look;
  if (opacity <= 0 || box.width < 1e-3 || box.height < 1e-3) return;
  context.save();
  context.globalAlpha = Math.min(1, opacity);
  context.globalCompositeOperation = blendOperation(node);
  place(context, look);
  if (isDirect(node, look)) drawContent(context, node, look, box, drawing);
  else drawLayer(context, node, look, drawing);
  context.restore();
};

const blendOperation = ({ clip }: SceneNode): string => {
  const mode = clip.effects?.blendMode ?? 'normal';
  return mode === 'normal' ? 'source-over' : mode;
};

/** Moves the origin to the top left corner of the box: turned, slanted and mirrored about its centre. */
const place = (context: Context2D, { box, rotation, skew, flip }: ClipLook): void => {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  context.translate(box.x + box.width / 2, box.y + box.height / 2);
  if (rotation !== 0) context.rotate(radians(rotation));
  if (skew.x !== 0 || skew.y !== 0)
    context.transform(1, Math.tan(radians(skew.y)), Math.tan(radians(skew.x)), 1, 0, 0);
  if (flip.x || flip.y) context.scale(flip.x ? -1 : 1, flip.y ? -1 : 1);
  context.translate(-box.width / 2, -box.height / 2);
};

/** Whether the content can be drawn at once, without a surface between. */
const isDirect = (
  { clip, content, mask }: SceneNode,
  { filters, reveals, tint, opacity }: ClipLook,
): boolean =>
  filters.length === 0 &&
  reveals.length === 0 &&
  tint === undefined &&
  mask === undefined &&
  (content._tag === 'Picture' ||
    content._tag === 'Pages' ||
    content._tag === 'Units' ||
    content._tag === 'Words' ||
    content._tag === 'Video' ||
    content._tag === 'Drawn' ||
    content._tag === 'Waveform') &&
  !hasEdges(clip) &&
  (opacity === 1 || (content._tag !== 'Drawn' && content._tag !== 'Waveform')) &&
  !('fit' in clip && clip.fit === 'containBlur');

const hasEdges = ({ effects, keyframes }: SceneNode['clip']): boolean =>
  effects?.shadow !== undefined ||
  effects?.border !== undefined ||
  effects?.borderRadius !== undefined ||
  effects?.chromaKey !== undefined ||
  (keyframes ?? []).some(({ property }) => property === 'effects.borderRadius');

/** The clip on a surface of its own, in whole px, then drawn in its place. */
const drawLayer = (context: Context2D, node: SceneNode, look: ClipLook, drawing: Drawing): void => {
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

/** Edges of transitions run over the box, not over what filters spread around it. */
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

const drawBorder = (
  { context }: Surface,
  { x, y, width, height }: Box,
  { borderRadius }: ClipLook,
  border: { readonly width: number; readonly color: string },
): void => {
  if (border.width <= 0) return;
  const half = border.width / 2;
  const radii = (typeof borderRadius === 'number' ? [borderRadius] : [...borderRadius]).map((radius) =>
    Math.max(0, radius - half),
  );
  context.strokeStyle = cssColor(parseColor(border.color));
  context.lineWidth = border.width;
  context.beginPath();
  context.roundRect(
    x + half,
    y + half,
    Math.max(0, width - border.width),
    Math.max(0, height - border.width),
    radii,
  );
  context.stroke();
};

/** A blurred copy of the layer in one colour; the standard deviation is half the blur, as in CSS. */
const drawShadow = (
  context: Context2D,
  layer: Surface,
  to: Box,
  shadow: { readonly x: number; readonly y: number; readonly blur: number; readonly color: string },
  drawing: Drawing,
): void => {
  const { tools } = drawing;
  const margin = Math.ceil(shadow.blur * 1.5);
  const [width, height] = [layer.width + 2 * margin, layer.height + 2 * margin];
  const shape = tools.surface(width, height);
  tools.draw(
    shape.context,
    layer,
    { x: 0, y: 0, width: layer.width, height: layer.height },
    { x: margin, y: margin, width: layer.width, height: layer.height },
  );
  shape.context.globalCompositeOperation = 'source-in';
  shape.context.fillStyle = cssColor(parseColor(shadow.color));
  shape.context.fillRect(0, 0, width, height);
  const soft = filtered(shape, shadow.blur > 0 ? [{ type: 'blur', amount: shadow.blur / 2 }] : [], drawing);
  const [across, down] = [to.width / layer.width, to.height / layer.height];
  tools.draw(
    context,
    soft,
    { x: 0, y: 0, width, height },
    {
      x: to.x + shadow.x - margin * across,
      y: to.y + shadow.y - margin * down,
      width: width * across,
      height: height * down,
    },
  );
};

/** The look with the way that clips which push it out have gone. */
const pushed = (look: ClipLook, node: SceneNode, drawing: Drawing): ClipLook =>
  node.pushedBy.reduce((before, pusher) => {
    const length = pusher.timeFrame.end - pusher.timeFrame.start;
    const running = transitionsAt(pusher.transition, timeOf({ clip: pusher }, drawing), length).find(
      ({ transition, side }) => transition.type === 'push' && side === 'in',
    );
    if (running?.transition.type !== 'push') return before;
    const { direction } = running.transition;
    const across =
      direction === 'left' || direction === 'right' ? drawing.canvas.width : drawing.canvas.height;
    const way = travelOf(direction, across, { side: 'out', p: 1 - running.p });
    return { ...before, box: { ...before.box, x: before.box.x + way.x, y: before.box.y + way.y } };
  }, look);
