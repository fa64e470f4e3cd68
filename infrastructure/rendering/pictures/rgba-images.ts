import type { Canvas } from '../../../domain/composition/composition.js';
import type { Rect } from '../../../domain/composition/geometry.js';
import type { RgbaImage } from './yuv.js';

/** An image at `part`, extended with transparent pixels to fill `rect`. */
export const framed = ({ data, width, height }: RgbaImage, part: Rect, rect: Rect): RgbaImage => {
  const framed = new Uint8Array(rect.width * rect.height * 4);
  for (let row = 0; row < height; row += 1)
    framed.set(
      data.subarray(row * width * 4, (row + 1) * width * 4),
      ((part.y - rect.y + row) * rect.width + part.x - rect.x) * 4,
    );
  return { data: framed, width: rect.width, height: rect.height };
};

/**
 * Multiplies alpha by the opacity, and clears pixels past an odd edge of the canvas, where the background is visible.
 */
export const fade = (
  { data, width, height }: RgbaImage,
  opacity: number,
  rect: Rect,
  canvas: Canvas,
): void => {
  const columns = Math.min(width, canvas.width - rect.x);
  const rows = Math.min(height, canvas.height - rect.y);
  if (opacity === 1 && columns === width && rows === height) return;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4 + 3;
      data[at] = x < columns && y < rows ? Math.round((data[at] ?? 0) * opacity) : 0;
    }
};
