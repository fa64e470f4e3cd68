import {
  centreOf,
  type Placement,
  type Rect,
  rotatedAbout,
} from '../../../domain/composition/geometry/geometry.js';
import type { RgbaImage } from './yuv.js';

/**
 * The pixels of `view` after rotating an image at `part` by its placement. Each pixel is the mean of the four nearest
 * pixels of the image, weighted by distance and alpha. Outside the image is transparent, so its edges are smooth.
 *
 * sharp's `affine` gives different pixels: it does not weight colours by alpha, and its edges differ by up to 47 of 255
 * levels of alpha because it samples nothing outside the image. librsvg, which rotates text, takes minutes for the
 * largest canvas.
 */
export const turnedPixels = (
  { data, width, height }: RgbaImage,
  part: Rect,
  { box, rotation }: Placement,
  view: Rect,
): RgbaImage => {
  const out = new Uint8Array(view.width * view.height * 4);
  /** The place in the image, in px between pixel centres, that corresponds to the centre of a pixel of the view. */
  const sourceOf = (x: number, y: number) => {
    const canvas = { x: view.x + x + 0.5, y: view.y + y + 0.5 };
    const unturned = rotatedAbout(canvas, centreOf(box), 360 - rotation);
    return { x: unturned.x - part.x - 0.5, y: unturned.y - part.y - 0.5 };
  };
  const origin = sourceOf(0, 0);
  const across = sourceOf(1, 0);
  const [stepX, stepY] = [across.x - origin.x, across.y - origin.y];
  /** The alpha of a pixel; 0 outside the image. */
  const alphaAt = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (data[(y * width + x) * 4 + 3] ?? 0);

  for (let row = 0; row < view.height; row += 1)
    for (let column = 0; column < view.width; column += 1) {
      // Rotated by 90 degrees, a step to the right is a step down.
      const x = origin.x + column * stepX - row * stepY;
      const y = origin.y + column * stepY + row * stepX;
      const left = Math.floor(x);
      const top = Math.floor(y);
      if (left < -1 || top < -1 || left >= width || top >= height) continue;
      const [right, down] = [x - left, y - top];
      const first = (1 - right) * (1 - down) * alphaAt(left, top);
      const second = right * (1 - down) * alphaAt(left + 1, top);
      const third = (1 - right) * down * alphaAt(left, top + 1);
      const fourth = right * down * alphaAt(left + 1, top + 1);
      const alpha = first + second + third + fourth;
      if (alpha === 0) continue;
      const to = (row * view.width + column) * 4;
      const from = (top * width + left) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        if (first > 0) sum += first * (data[from + channel] ?? 0);
        if (second > 0) sum += second * (data[from + 4 + channel] ?? 0);
        if (third > 0) sum += third * (data[from + width * 4 + channel] ?? 0);
        if (fourth > 0) sum += fourth * (data[from + width * 4 + 4 + channel] ?? 0);
        out[to + channel] = Math.round(sum / alpha);
      }
      out[to + 3] = Math.round(alpha);
    }
  return { data: out, width: view.width, height: view.height };
};
