import type { Canvas } from '../../../domain/composition/composition.js';
import type { Rect } from '../../../domain/composition/geometry/geometry.js';
import type { RgbaImage } from './yuv.js';

// Where the opacity of a clip is applied: to the pixels of a still here, to the mask of a video by its factor in
// `backgrounds.ts`, and in scenes by the alpha of the canvas (`workers/render/draw/draw-node.ts`).

/**
 * Multiplies alpha by the opacity, and clears pixels past an odd edge of the canvas, where the background is visible.
 */
export const applyOpacity = (
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
