import { type DrawnPicture } from './in-process-drawing.js';
import { compositionOf } from '../renders/render.js';

/** Where the letters of drawn texts are. */
export const CANVAS = { width: 320, height: 90 };
const TEXT = { content: 'HIH', fontSize: 48, fontWeight: 700, color: '#FFFFFF', fontFamily: 'Arial' };

export const clipOf = (text: object, more: object = {}) => ({
  type: 'text',
  timeFrame: { end: 2000 },
  size: CANVAS,
  textProperties: { ...TEXT, ...text },
  ...more,
});
export const videoOf = (clip: object) => compositionOf({ duration: 2000, fps: 25, canvas: CANVAS }, [clip]);
/** A keyframe that changes nothing, so that the clip is drawn. */
export const DRAWN = {
  keyframes: [
    {
      property: 'position.x',
      points: [
        { time: 0, value: 0 },
        { time: 2000, value: 0 },
      ],
    },
  ],
};

export const alphaAt = ({ width, data }: DrawnPicture, x: number, y: number): number =>
  data[(y * width + x) * 4 + 3] ?? 0;

/** The alpha of a picture in columns, its centre and its edges, px. */
export const inkOf = (picture: DrawnPicture, [from, to] = [0, picture.width]) => {
  let [sum, x, y, left, right, most] = [0, 0, 0, Infinity, -Infinity, 0];
  for (let row = 0; row < picture.height; row += 1)
    for (let column = from; column < to; column += 1) {
      const alpha = alphaAt(picture, column, row);
      [sum, x, y] = [sum + alpha, x + alpha * (column + 0.5), y + alpha * (row + 0.5)];
      if (alpha > 0) [left, right] = [Math.min(left, column), Math.max(right, column)];
      most = Math.max(most, alpha);
    }
  return { x: x / sum, y: y / sum, left, right, most };
};

export const greatestDifference = (
  a: Uint8Array | Uint8ClampedArray,
  b: Uint8Array | Uint8ClampedArray,
): number => {
  let most = 0;
  for (let at = 0; at < a.length; at += 1) most = Math.max(most, Math.abs((a[at] ?? 0) - (b[at] ?? 0)));
  return most;
};
