import { type ClipLook, lookAt } from '../../../domain/composition/animation/look.js';
import { transitionsAt, travelOf } from '../../../domain/composition/animation/transitions.js';
import { changesView } from '../../../domain/composition/animation/motion.js';
import { placementOf } from '../../../domain/composition/geometry/geometry.js';
import type { Context2D } from './context.js';
import { drawContent } from './draw-content.js';
import { drawLayer } from './draw-layer.js';
import { type Drawing, timeOf } from './drawing.js';
import { isMedia } from './effects/keying.js';
import type { SceneNode } from './scene.js';
import { separateParts } from './words/text-parts.js';

/** Draws a node in the coordinates of its canvas (spec of the composition format, §1, "Order of operations"). */
export const drawNode = (context: Context2D, node: SceneNode, drawing: Drawing): void => {
  if (drawing.frame < node.span.from || drawing.frame >= node.span.to) return;
  const look = lookOf(node, drawing);
  const { box, opacity } = look;
  if (opacity <= 0 || box.width < 1e-3 || box.height < 1e-3) return;
  context.save();
  context.globalAlpha = Math.min(1, opacity);
  context.globalCompositeOperation = blendOperation(node);
  applyPlacement(context, look);
  const within = drawing.isMoving || !isMoved(node, look) ? drawing : { ...drawing, isMoving: true };
  if (isDirect(node, look)) drawContent(context, node, look, box, within);
  else drawLayer(context, node, look, within);
  context.restore();
};

/** The look of a node on a frame, moved by the pushes of other clips. */
export const lookOf = (node: SceneNode, drawing: FrameOf): ClipLook =>
  withPushes(lookAt(node.clip, timeOf(node, drawing), drawing.canvas), node, drawing);

type FrameOf = Pick<Drawing, 'scene' | 'frame' | 'origin' | 'canvas'>;

/** Whether a clip is not at its position of rest, or moves in its box. */
const isMoved = ({ clip }: SceneNode, { box }: ClipLook): boolean => {
  const rest = placementOf(clip).box;
  const { motion, keyframes = [] } = clip;
  return (
    box.x !== rest.x ||
    box.y !== rest.y ||
    box.width !== rest.width ||
    box.height !== rest.height ||
    (motion !== undefined && changesView(motion)) ||
    keyframes.some(({ property }) => property.startsWith('crop.'))
  );
};

export const blendOperation = ({ clip }: SceneNode): string => {
  const mode = clip.effects?.blendMode ?? 'normal';
  return mode === 'normal' ? 'source-over' : mode;
};

/** Moves the origin to the top left corner of the box, rotated, skewed and mirrored about its centre. */
const applyPlacement = (context: Context2D, { box, rotation, skew, flip }: ClipLook): void => {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  context.translate(box.x + box.width / 2, box.y + box.height / 2);
  if (rotation !== 0) context.rotate(radians(rotation));
  if (skew.x !== 0 || skew.y !== 0)
    context.transform(1, Math.tan(radians(skew.y)), Math.tan(radians(skew.x)), 1, 0, 0);
  if (flip.x || flip.y) context.scale(flip.x ? -1 : 1, flip.y ? -1 : 1);
  context.translate(-box.width / 2, -box.height / 2);
};

/** Whether the content can be drawn directly, without an intermediate surface. */
export const isDirect = (
  node: SceneNode,
  { filters, transitionFilters, reveals, tint, opacity }: ClipLook,
): boolean => {
  const { clip, content, mask } = node;
  return (
    filters.length === 0 &&
    transitionFilters.length === 0 &&
    reveals.length === 0 &&
    tint === undefined &&
    mask === undefined &&
    content._tag !== 'Group' &&
    !hasEdges(clip) &&
    separateParts(clip).length === 0 &&
    (clip.effects?.chromaKey === undefined || isMedia(clip)) &&
    ((opacity === 1 && blendOperation(node) === 'source-over') ||
      (content._tag !== 'Drawn' && content._tag !== 'Waveform') ||
      isOneFill(clip)) &&
    !('fit' in clip && clip.fit === 'containBlur')
  );
};

/** Whether a clip is drawn by a single fill, so that no part of it can show through another. */
const isOneFill = (clip: SceneNode['clip']): boolean => {
  if (clip.type !== 'shape' || clip.shapeProperties.shape === 'line') return false;
  const { stroke } = clip.shapeProperties;
  return !stroke || (stroke.width <= 0 && !clip.keyframes);
};

const hasEdges = ({ effects, keyframes }: SceneNode['clip']): boolean =>
  effects?.shadow !== undefined ||
  effects?.border !== undefined ||
  effects?.borderRadius !== undefined ||
  (keyframes ?? []).some(({ property }) => property === 'effects.borderRadius');

/** Shifts a look by the clips that push it out or draw it in. */
const withPushes = (look: ClipLook, node: SceneNode, drawing: FrameOf): ClipLook =>
  node.pushedBy.reduce((before, { clip: pusher, side }) => {
    const length = pusher.timeFrame.end - pusher.timeFrame.start;
    const running = transitionsAt(pusher.transition, timeOf({ clip: pusher }, drawing), length).find(
      (one) => one.transition.type === 'push' && one.side === side,
    );
    if (running?.transition.type !== 'push') return before;
    const { direction } = running.transition;
    const across =
      direction === 'left' || direction === 'right' ? drawing.canvas.width : drawing.canvas.height;
    const shift = travelOf(direction, across, { side: side === 'in' ? 'out' : 'in', p: 1 - running.p });
    return { ...before, box: { ...before.box, x: before.box.x + shift.x, y: before.box.y + shift.y } };
  }, look);
