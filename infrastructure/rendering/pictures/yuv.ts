/** An image with four bytes per pixel, not premultiplied; its sides are even. */
export interface RgbaImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

// BT.709 (ITU-R BT.709-6, item 3.2 and 3.4) from full-range RGB to limited-range Y'CbCr.
const KR = 0.2126;
const KB = 0.0722;
const KG = 1 - KR - KB;
const LUMA = 219 / 255;
const CHROMA = 224 / 255;

/**
 * Turns pixels into planar `yuva420p`, or `yuv420p` without the alpha plane. Chroma is the mean of the RGB around the
 * left chroma site of H.264 (1-2-1 across, 1-1 down), each pixel weighted by its alpha: a transparent neighbour
 * contributes no colour, so edges do not turn dark.
 */
export const toYuv420 = ({ data, width, height }: RgbaImage, withAlpha: boolean): Uint8Array => {
  const luma = width * height;
  const chroma = luma / 4;
  const out = new Uint8Array(luma + chroma * 2 + (withAlpha ? luma : 0));
  for (let i = 0, p = 0; i < luma; i += 1, p += 4) {
    const y = KR * (data[p] ?? 0) + KG * (data[p + 1] ?? 0) + KB * (data[p + 2] ?? 0);
    out[i] = Math.round(16 + LUMA * y);
    if (withAlpha) out[luma + chroma * 2 + i] = data[p + 3] ?? 0;
  }
  const half = width / 2;
  for (let row = 0; row < height; row += 2)
    for (let column = 0; column < half; column += 1) {
      let [r, g, b, weights] = [0, 0, 0, 0];
      for (let down = 0; down < 2; down += 1)
        for (let across = -1; across < 2; across += 1) {
          const x = column * 2 + across;
          if (x < 0) continue;
          const p = ((row + down) * width + x) * 4;
          const weight = (across === 0 ? 2 : 1) * (data[p + 3] ?? 0);
          r += weight * (data[p] ?? 0);
          g += weight * (data[p + 1] ?? 0);
          b += weight * (data[p + 2] ?? 0);
          weights += weight;
        }
      const at = luma + (row / 2) * half + column;
      const scale = weights === 0 ? 0 : 1 / weights;
      const y = (KR * r + KG * g + KB * b) * scale;
      out[at] = Math.round(128 + (CHROMA * (b * scale - y)) / (2 * (1 - KB)));
      out[at + chroma] = Math.round(128 + (CHROMA * (r * scale - y)) / (2 * (1 - KR)));
    }
  return out;
};

/** Only the alpha plane. */
export const alphaPlane = ({ data, width, height }: RgbaImage): Uint8Array => {
  const out = new Uint8Array(width * height);
  for (let i = 0; i < out.length; i += 1) out[i] = data[i * 4 + 3] ?? 0;
  return out;
};
