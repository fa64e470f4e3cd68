import type { ClipLook } from '../../../domain/composition/animation/look.js';
import type { Canvas } from '../../../domain/composition/composition.js';
import type { ProgressProperties, ShapeProperties } from '../../../domain/composition/format/shape.js';
import { instantOf } from '../../../domain/composition/timeline.js';
import type { Context2D } from './context.js';
import type { Drawing } from './drawing.js';
import { fillBox, fillOf } from './paints.js';
import type { SceneNode } from './scene.js';
import { outlineOf } from './shape-outlines.js';

/** Draws a shape; its stroke as far as `trim` says. */
const drawShape = (
  context: Context2D,
  shape: ShapeProperties,
  { trim }: ClipLook,
  box: Canvas,
  { tools }: Drawing,
): void => {
  const path = outlineOf(shape, box);
  const outline = tools.outline(path);
  if (shape.shape !== 'line') {
    if (typeof shape.fill !== 'string' && shape.fill.type === 'radial') {
      // A radial gradient follows the proportions of the box, whatever the outline.
      context.save();
      tools.clipOutline(context, outline);
      fillBox(context, shape.fill, { x: 0, y: 0, ...box });
      context.restore();
    } else {
      context.fillStyle = fillOf(context, shape.fill, box);
      tools.fillOutline(context, outline);
    }
  }
  const { stroke } = shape;
  if (!stroke || stroke.width <= 0 || trim <= 0) return;
  context.strokeStyle = fillOf(context, stroke.color, box);
  context.lineWidth = stroke.width;
  context.lineCap = stroke.cap;
  context.lineJoin = stroke.join;
  if (trim < 1) {
    const length = tools.outlineLength(path);
    context.setLineDash([length * trim, length]);
  }
  tools.strokeOutline(context, outline);
  context.setLineDash([]);
};

/** Draws how much of the video has passed. */
const drawProgress = (
  context: Context2D,
  { color, backgroundColor, direction = 'right' }: ProgressProperties,
  box: Canvas,
  { frame, scene }: Drawing,
): void => {
  const { width, height } = box;
  const share = Math.min(1, instantOf(frame, scene.rate) / scene.duration);
  context.fillStyle = fillOf(context, backgroundColor, box);
  context.fillRect(0, 0, width, height);
  const [w, h] =
    direction === 'left' || direction === 'right' ? [width * share, height] : [width, height * share];
  context.fillStyle = fillOf(context, color, box);
  context.fillRect(direction === 'left' ? width - w : 0, direction === 'up' ? height - h : 0, w, h);
};

/** Draws what a clip is made of that is neither media nor text. */
export const drawOutlines = (
  context: Context2D,
  { clip }: SceneNode,
  look: ClipLook,
  box: Canvas,
  drawing: Drawing,
): void => {
  if (clip.type === 'shape') drawShape(context, clip.shapeProperties, look, box, drawing);
  if (clip.type === 'progress') drawProgress(context, clip.progressProperties, box, drawing);
};
