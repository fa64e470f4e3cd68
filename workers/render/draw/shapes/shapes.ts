import { type ClipLook, hasStaticBox } from '../../../../domain/composition/animation/look.js';
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

/** Draws a shape. */
const drawShape = (context: Context2D, shape: ShapeProperties, box: ScaledBox, { tools }: Drawing): void => {
  const path = outlineOf(shape, box);
  const outline = tools.outline(path);
  const seen = hasOwnPoints(shape) ? visibleSurface(context) : undefined;
  if (shape.shape !== 'line')
    withPaint(context, shape.fill, box, { ...seen, tools }, (target) => target.fill(outline));
  const { stroke } = shape;
  const { trim = 1 } = shape;
  if (!stroke || stroke.width <= 0 || trim <= 0) return;
  const margin = Math.ceil((stroke.width * MITER_LIMIT) / 2);
  withPaint(context, stroke.color, box, { margin, ...seen, tools }, (target) => {
    target.lineWidth = stroke.width;
    target.lineCap = stroke.cap;
    target.lineJoin = stroke.join;
    if (trim < 1) strokePart(target, path, shape, tools);
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

/** Strokes the fraction `trim` of an outline from `trimOffset` on. Its subpaths follow one another, in a circle. */
const strokePart = (
  context: Context2D,
  path: string,
  { trim = 1, trimOffset = 0 }: ShapeProperties,
  tools: DrawingTools,
): void => {
  const subpaths = readPath(path).subpaths.map((data) => ({ data, length: tools.outlineLength(data) }));
  const total = subpaths.reduce((sum, { length }) => sum + length, 0);
  const from = (trimOffset - Math.floor(trimOffset)) * total;
  const to = from + trim * total;
  const whole: string[] = [];
  let at = 0;
  for (const { data, length } of subpaths) {
    // The part before the end of the outline, and the one behind it.
    const parts = [0, total].map((turn) => {
      const start = Math.max(0, from - turn - at);
      return { start, length: Math.max(0, Math.min(length, to - turn - at) - start) };
    });
    at += length;
    const [first, second] = parts.filter((part) => part.length > 0);
    if (first === undefined) continue;
    if (first.length >= length) {
      whole.push(data);
      continue;
    }
    context.lineDashOffset = -first.start;
    // Both parts are one dash that goes on at the start of the subpath.
    context.setLineDash(
      second ? [first.length + second.length, first.start - second.length] : [first.length, length],
    );
    context.stroke(tools.outline(data));
    context.setLineDash([]);
  }
  // In one stroke, so that translucent strokes are not drawn twice where subpaths cross.
  if (whole.length > 0) context.stroke(tools.outline(whole.join('')));
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

/** How much a shape with points of its own is larger than it is in a box that is not scaled and does not change. */
const stretchOf = (clip: SceneNode['clip'], { shape, box, zoom }: ClipLook) => {
  const { x, y } = clip.transform.scale;
  const isAtRest = hasStaticBox(clip) && x === 1 && y === 1;
  if (isAtRest || !shape || !hasOwnPoints(shape)) return { across: 1, down: 1 };
  return { across: box.width / zoom / clip.size.width, down: box.height / zoom / clip.size.height };
};

/** Draws the content of a clip that is neither media nor text. */
export const drawOutlines = (
  context: Context2D,
  { clip }: SceneNode,
  look: ClipLook,
  box: ScaledBox,
  drawing: Drawing,
): void => {
  if (look.shape) {
    const { across, down } = stretchOf(clip, look);
    context.save();
    context.scale(across, down);
    drawShape(context, look.shape, { ...box, width: box.width / across, height: box.height / down }, drawing);
    context.restore();
  }
  if (clip.type === 'progress') drawProgress(context, clip.progressProperties, box, drawing);
};
