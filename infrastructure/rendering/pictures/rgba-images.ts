import type { Rect } from '../../../domain/composition/geometry/geometry.js';
import type { RgbaImage } from './yuv.js';

/** An image at `part`, extended with transparent pixels to fill `rect`. */
export const framed = (image: RgbaImage, part: Rect, rect: Rect): RgbaImage => {
  const { data, width, height } = image;
  if (width === rect.width && height === rect.height) return image;
  const framed = new Uint8Array(rect.width * rect.height * 4);
  for (let row = 0; row < height; row += 1)
    framed.set(
      data.subarray(row * width * 4, (row + 1) * width * 4),
      ((part.y - rect.y + row) * rect.width + part.x - rect.x) * 4,
    );
  return { data: framed, width: rect.width, height: rect.height };
};
