import { anchorFractions } from './anchors.js';
import type { Canvas } from '../composition.js';
import type { ResolvedClip } from '../resolve/resolved.js';

/** A rectangle in px of the canvas. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point of the canvas, in px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Where a clip is drawn: its unrotated box in whole px, rotated clockwise by `rotation` degrees (0 ≤ r < 360) about its
 * centre.
 */
export interface Placement {
  readonly box: Rect;
  readonly rotation: number;
  /** From 0 to 1. */
  readonly opacity: number;
}

type Placed = Pick<ResolvedClip, 'position' | 'size' | 'transform' | 'effects'>;

/** The top left corner and the sides of the unrotated box of a clip in px, not rounded. */
export const boxOf = ({ position, size, transform }: Omit<Placed, 'effects'>): Rect => {
  const width = size.width * transform.scale.x;
  const height = size.height * transform.scale.y;
  const anchor = anchorFractions(position.anchor ?? 'topLeft');
  return { x: position.x - anchor.x * width, y: position.y - anchor.y * height, width, height };
};

/**
 * The box of a clip without animation: `size × scale` at `position`. Each edge is rounded to the nearest pixel, so that
 * adjacent boxes stay adjacent. A side is at least one pixel.
 */
export const placementOf = ({ effects, ...placed }: Placed): Placement => {
  const box = boxOf(placed);
  const x = Math.round(box.x);
  const y = Math.round(box.y);
  return {
    box: {
      x,
      y,
      width: Math.max(1, Math.round(box.x + box.width) - x),
      height: Math.max(1, Math.round(box.y + box.height) - y),
    },
    rotation: (((placed.transform.rotation ?? 0) % 360) + 360) % 360,
    opacity: effects?.opacity ?? 1,
  };
};

/** The smallest upright whole-pixel rectangle that holds `rect` rotated by `rotation` degrees about `centre`. */
export const boundsOfRotated = (rect: Rect, rotation: number, centre: Point = centreOf(rect)): Rect => {
  const corners = [
    { x: rect.x, y: rect.y },
    { x: rect.x + rect.width, y: rect.y },
    { x: rect.x, y: rect.y + rect.height },
    { x: rect.x + rect.width, y: rect.y + rect.height },
  ].map((corner) => rotatedAbout(corner, centre, rotation));
  const tolerance = 1e-6;
  const left = Math.floor(Math.min(...corners.map(({ x }) => x)) + tolerance);
  const top = Math.floor(Math.min(...corners.map(({ y }) => y)) + tolerance);
  return {
    x: left,
    y: top,
    width: Math.ceil(Math.max(...corners.map(({ x }) => x)) - tolerance) - left,
    height: Math.ceil(Math.max(...corners.map(({ y }) => y)) - tolerance) - top,
  };
};

/**
 * The whole-pixel part of the unrotated `box` that is visible through `view` after the rotation of the box. It has a margin
 * of two pixels for interpolation, unless the rotation is 0.
 */
export const visiblePartOfBox = (box: Rect, rotation: number, view: Rect): Rect | undefined =>
  intersectionOf(box, viewBeforeRotation(view, rotation, centreOf(box)));

/**
 * The upright whole-pixel rectangle that, before rotation about `centre`, holds everything that is visible through `view`
 * after it. It has a margin of two pixels for interpolation, unless the rotation is 0.
 */
export const viewBeforeRotation = (view: Rect, rotation: number, centre: Point): Rect => {
  const { x, y, width, height } = boundsOfRotated(view, (360 - rotation) % 360, centre);
  const margin = rotation === 0 ? 0 : 2;
  return { x: x - margin, y: y - margin, width: width + margin * 2, height: height + margin * 2 };
};

/** A point rotated clockwise about a centre. */
export const rotatedAbout = ({ x, y }: Point, centre: Point, degrees: number): Point => {
  const { cos, sin } = cosAndSin(degrees);
  return {
    x: centre.x + (x - centre.x) * cos - (y - centre.y) * sin,
    y: centre.y + (x - centre.x) * sin + (y - centre.y) * cos,
  };
};

/** Cosine and sine of an angle in degrees; exact for multiples of 90°. */
const cosAndSin = (degrees: number): { readonly cos: number; readonly sin: number } => {
  const quarters = [
    { cos: 1, sin: 0 },
    { cos: 0, sin: 1 },
    { cos: -1, sin: 0 },
    { cos: 0, sin: -1 },
  ];
  const radians = (degrees * Math.PI) / 180;
  return quarters[degrees / 90] ?? { cos: Math.cos(radians), sin: Math.sin(radians) };
};

export const centreOf = ({ x, y, width, height }: Rect): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** A rectangle with `by` px more on each side. */
export const expanded = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + by * 2,
  height: height + by * 2,
});

/** The intersection of two rectangles, or undefined if it has no area. */
export const intersectionOf = (a: Rect, b: Rect): Rect | undefined => {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
};

/** The smallest rectangle that holds all of these, or undefined if there are none. */
export const unionOf = (rects: ReadonlyArray<Rect>): Rect | undefined => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of rects) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
  }
  return rects.length === 0 ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
};

/**
 * Grows a rectangle on the canvas so that it begins and ends on even pixels, as subsampled chroma requires. If its end is
 * odd, that grows by three pixels where the canvas allows: ffmpeg's overlay reads only half the alpha of the last chroma
 * sample of a layer, so that sample must be empty.
 */
export const grownToEvenPixels = ({ x, y, width, height }: Rect, canvas: Canvas): Rect => {
  const left = Math.floor(x / 2) * 2;
  const top = Math.floor(y / 2) * 2;
  const whole = evenCanvas(canvas);
  return {
    x: left,
    y: top,
    width: Math.min(whole.width, evenEnd(x + width)) - left,
    height: Math.min(whole.height, evenEnd(y + height)) - top,
  };
};

const evenEnd = (end: number): number => (end % 2 === 0 ? end : end + 3);

/** Whether a rectangle fully covers another. */
export const covers = (outer: Rect, inner: Rect): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

/** The canvas of the output: odd sides get one more pixel of background, because `yuv420p` requires even sides. */
export const evenCanvas = ({ width, height }: Canvas): Canvas => ({
  width: Math.ceil(width / 2) * 2,
  height: Math.ceil(height / 2) * 2,
});
