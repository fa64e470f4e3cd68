import type { ClipLook } from '../../../../domain/composition/animation/look.js';
import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import { LIMITS } from '../../../../domain/composition/limits.js';
import type { ProgressProperties, ShapeProperties } from '../../../../domain/composition/fields/shape.js';
import { readPath } from '../../../../domain/composition/geometry/path-data.js';
import { instantOf } from '../../../../domain/composition/timeline.js';
import type { Context2D, DrawingTools } from '../context.js';
import { MITER_LIMIT } from '../covered.js';
import type { Drawing } from '../drawing.js';
import { visibleArea } from '../overflow.js';
import { fillBox, type ScaledBox, withPaint } from '../paints.js';
import type { SceneNode } from '../scene.js';
import { outlineOf } from './shape-outlines.js';

/** Draws a shape; `trim` limits its stroke. */
const drawShape = (
  context: Context2D,
  shape: ShapeProperties,
  { trim }: ClipLook,
  box: ScaledBox,
  { tools }: Drawing,
): void => {
  const path = outlineOf(shape, box);
  const outline = tools.outline(path);
  const seen = hasOwnPoints(shape) ? visibleSurface(context) : undefined;
  if (shape.shape !== 'line')
    withPaint(context, shape.fill, box, { ...seen, tools }, (target) => target.fill(outline));
  const { stroke } = shape;
  if (!stroke || stroke.width <= 0 || trim <= 0) return;
  const margin = Math.ceil((stroke.width * MITER_LIMIT) / 2);
  withPaint(context, stroke.color, box, { margin, ...seen, tools }, (target) => {
    target.lineWidth = stroke.width;
    target.lineCap = stroke.cap;
    target.lineJoin = stroke.join;
    if (trim < 1) strokePart(target, path, trim, tools);
    else target.stroke(outline);
  });
};

/** Whether the client gives the points of a shape, so that they may be outside its box. */
const hasOwnPoints = ({ shape, points }: ShapeProperties): boolean =>
  shape === 'path' || (points !== undefined && (shape === 'polygon' || shape === 'line'));

/** The visible area of the context; undefined if it is too large for a surface. */
const visibleSurface = (context: Context2D): { readonly area: Rect } | undefined => {
  const area = visibleArea(context);
  return area && area.width * area.height <= LIMITS.surfacePixels ? { area } : undefined;
};

/** Strokes the first fraction `trim` of an outline, whose subpaths follow one another. */
const strokePart = (context: Context2D, path: string, trim: number, tools: DrawingTools): void => {
  const subpaths = readPath(path).subpaths.map((data) => ({ data, length: tools.outlineLength(data) }));
  let left = trim * subpaths.reduce((sum, { length }) => sum + length, 0);
  const partial = subpaths.findIndex(({ length }) => {
    if (length > left) return true;
    left -= length;
    return false;
  });
  const whole = subpaths.slice(0, partial < 0 ? subpaths.length : partial);
  // In one stroke, so that translucent strokes are not drawn twice where subpaths cross.
  if (whole.length > 0) context.stroke(tools.outline(whole.map(({ data }) => data).join('')));
  const last = subpaths[partial];
  if (!last || left <= 0) return;
  context.setLineDash([left, last.length]);
  context.stroke(tools.outline(last.data));
  context.setLineDash([]);
};

const drawProgress = (
  context: Context2D,
  { color, backgroundColor, direction = 'right' }: ProgressProperties,
  box: ScaledBox,
  { frame, scene, tools }: Drawing,
): void => {
  const { width, height } = box;
  const share = Math.min(1, instantOf(frame, scene.rate) / scene.duration);
  fillBox(context, backgroundColor, { x: 0, y: 0, ...box });
  const [w, h] =
    direction === 'left' || direction === 'right' ? [width * share, height] : [width, height * share];
  withPaint(context, color, box, { tools }, (target) =>
    target.fillRect(direction === 'left' ? width - w : 0, direction === 'up' ? height - h : 0, w, h),
  );
};

/** Draws the content of a clip that is neither media nor text. */
export const drawOutlines = (
  context: Context2D,
  { clip }: SceneNode,
  look: ClipLook,
  box: ScaledBox,
  drawing: Drawing,
): void => {
  if (clip.type === 'shape') drawShape(context, clip.shapeProperties, look, box, drawing);
  if (clip.type === 'progress') drawProgress(context, clip.progressProperties, box, drawing);
};
