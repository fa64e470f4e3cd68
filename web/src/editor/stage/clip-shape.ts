import type { Clip } from '../../../../clients/typescript/core/types.js';
import { RELATIVE_LENGTH } from '../../../../domain/composition/fields/lengths.js';
import type { Rect } from '../../../../domain/composition/geometry/geometry.js';
import type { Places } from '../places.js';

/** The smallest side of a clip after resizing, in px of the canvas. */
const SMALLEST_SIDE = 8;

/** Rounds to hundredths of a pixel, which is as exact as anyone can drag. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Adds a distance, in px of the canvas, to a coordinate in its own unit; percentages are relative to `side`. */
export const farther = (
  coordinate: number | string,
  distance: number,
  { width, height }: Places['canvas'],
  side: number,
): number | string => {
  if (typeof coordinate === 'number') return Math.round(coordinate + distance);
  const [, amount, unit] = RELATIVE_LENGTH.exec(coordinate) ?? [];
  if (amount === undefined) return coordinate;
  const whole = { '%': side, vw: width, vh: height }[unit ?? ''] ?? Math.min(width, height);
  return `${rounded(Number(amount) + (distance / whole) * 100)}${unit}`;
};

/** The clip moved by a distance in px of the canvas, whatever the units of its position. */
export const moved = (clip: Clip, dx: number, dy: number, canvas: Places['canvas']): Clip => {
  const { x = 0, y = 0, ...position } = clip.position ?? {};
  return {
    ...clip,
    position: {
      ...position,
      x: farther(x, dx, canvas, canvas.width),
      y: farther(y, dy, canvas, canvas.height),
    },
  };
};

/** The clip enlarged by `dx` and `dy` px of the canvas; `box` is its box before. */
export const resized = (clip: Clip, box: Rect, dx: number, dy: number): Clip => {
  const scale = clip.transform?.scale;
  const [sx, sy] = typeof scale === 'object' ? [scale.x ?? 1, scale.y ?? 1] : [scale ?? 1, scale ?? 1];
  const side = (length: number, factor: number): number =>
    Math.max(SMALLEST_SIDE, Math.round(length / factor));
  const size = { width: side(box.width + dx, sx), height: side(box.height + dy, sy) };
  return { ...clip, size };
};
