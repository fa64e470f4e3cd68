import type { Canvas } from '../composition.js';
import type { VisiblePart } from '../animation/motion.js';
import type { Crop, Fit } from '../fields/place.js';
import type { Rect } from './geometry.js';

/** The part `from` of the media, in px of the media, is drawn at `to`, in px from the top left of the box. */
export interface Fitted {
  readonly from: Rect;
  readonly to: Rect;
}

/** The point of the media that stays fixed: 0 is left or top, 1 right or bottom. */
export interface Alignment {
  readonly x: number;
  readonly y: number;
}

/** The part of the media that remains after cropping, in px of the media. */
export const croppedRect = ({ width, height }: Canvas, { left, top, right, bottom }: Crop): Rect => ({
  x: left * width,
  y: top * height,
  width: Math.max(1e-6, 1 - left - right) * width,
  height: Math.max(1e-6, 1 - top - bottom) * height,
});

/**
 * Which part of cropped media fills which part of a box (CSS Images, `object-fit` and `object-position`; `none` keeps
 * the px of the media). `containBlur` is like `contain`; its background is the same media with `cover`.
 */
export const fittedIn = (box: Canvas, media: Rect, fit: Fit, { x, y }: Alignment): Fitted => {
  const { width, height } = box;
  const [across, down] = [width / media.width, height / media.height];
  const scale = {
    stretch: { x: across, y: down },
    cover: both(Math.max(across, down)),
    contain: both(Math.min(across, down)),
    containBlur: both(Math.min(across, down)),
    none: both(1),
  }[fit];
  const drawn = { width: media.width * scale.x, height: media.height * scale.y };
  const at = { x: (width - drawn.width) * x, y: (height - drawn.height) * y };
  const to = {
    x: Math.max(0, at.x),
    y: Math.max(0, at.y),
    width: Math.min(width, drawn.width),
    height: Math.min(height, drawn.height),
  };
  const from = {
    x: media.x + (to.x - at.x) / scale.x,
    y: media.y + (to.y - at.y) / scale.y,
    width: to.width / scale.x,
    height: to.height / scale.y,
  };
  return { from, to };
};

const both = (scale: number) => ({ x: scale, y: scale });

/** The part of a fitted picture in the visible part of the box, stretched to the box; undefined if there is none. */
export const seenThrough = (
  { from, to }: Fitted,
  { left, top, side }: VisiblePart,
  box: Canvas,
): Fitted | undefined => {
  const view = {
    x: left * box.width,
    y: top * box.height,
    width: side * box.width,
    height: side * box.height,
  };
  const x = Math.max(to.x, view.x);
  const y = Math.max(to.y, view.y);
  const width = Math.min(to.x + to.width, view.x + view.width) - x;
  const height = Math.min(to.y + to.height, view.y + view.height) - y;
  if (width <= 0 || height <= 0) return undefined;
  const scale = { x: from.width / to.width, y: from.height / to.height };
  return {
    from: {
      x: from.x + (x - to.x) * scale.x,
      y: from.y + (y - to.y) * scale.y,
      width: width * scale.x,
      height: height * scale.y,
    },
    to: { x: (x - view.x) / side, y: (y - view.y) / side, width: width / side, height: height / side },
  };
};
