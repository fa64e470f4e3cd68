/** An image with four bytes per pixel, not premultiplied. */
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
 * @param image with even sides
 * @param opaque whether the image {@link isOpaque}
 */
export const toYuv420 = (
  image: RgbaImage,
  withAlpha: boolean,
  opaque: boolean = isOpaque(image),
): Uint8Array => {
  const luma = image.width * image.height;
  const out = new Uint8Array(luma * (withAlpha ? 2.5 : 1.5));
  if (opaque) {
    convertOpaque(image, out);
    out.fill(255, luma * 1.5);
  } else convert(image, out, withAlpha);
  return out;
};

const convert = ({ data, width, height }: RgbaImage, out: Uint8Array, withAlpha: boolean): void => {
  const luma = width * height;
  const chroma = luma / 4;
  const alphaFrom = luma + chroma * 2;
  let at = luma;
  for (let row = 0; row < height; row += 2) {
    // Of the column to the left: the sums of its colours by their alpha, and of its alpha.
    let leftR = 0;
    let leftG = 0;
    let leftB = 0;
    let leftA = 0;
    for (let column = 0; column < width; column += 2, at += 1) {
      let r = leftR;
      let g = leftG;
      let b = leftB;
      let weights = leftA;
      for (let across = 0; across < 2; across += 1) {
        const upper = row * width + column + across;
        const lower = upper + width;
        const p = upper * 4;
        const q = lower * 4;
        const upperR = data[p] ?? 0;
        const upperG = data[p + 1] ?? 0;
        const upperB = data[p + 2] ?? 0;
        const upperA = data[p + 3] ?? 0;
        const lowerR = data[q] ?? 0;
        const lowerG = data[q + 1] ?? 0;
        const lowerB = data[q + 2] ?? 0;
        const lowerA = data[q + 3] ?? 0;
        out[upper] = Math.round(16 + LUMA * (KR * upperR + KG * upperG + KB * upperB));
        out[lower] = Math.round(16 + LUMA * (KR * lowerR + KG * lowerG + KB * lowerB));
        if (withAlpha) {
          out[alphaFrom + upper] = upperA;
          out[alphaFrom + lower] = lowerA;
        }
        leftR = upperA * upperR + lowerA * lowerR;
        leftG = upperA * upperG + lowerA * lowerG;
        leftB = upperA * upperB + lowerA * lowerB;
        leftA = upperA + lowerA;
        const weight = across === 0 ? 2 : 1;
        r += weight * leftR;
        g += weight * leftG;
        b += weight * leftB;
        weights += weight * leftA;
      }
      const scale = weights === 0 ? 0 : 1 / weights;
      const y = (KR * r + KG * g + KB * b) * scale;
      out[at] = Math.round(128 + (CHROMA * (b * scale - y)) / (2 * (1 - KB)));
      out[at + chroma] = Math.round(128 + (CHROMA * (r * scale - y)) / (2 * (1 - KR)));
    }
  }
};

/** The level of a colour. Adding a half and cutting off rounds it: levels are not negative. */
const lumaOf = (r: number, g: number, b: number): number =>
  (16 + LUMA * (KR * r + KG * g + KB * b) + 0.5) | 0;

/**
 * The same for an image without alpha, in a fraction of the time. The sums of colours are whole numbers in both, so they
 * give the same bytes.
 */
const convertOpaque = ({ data, width, height }: RgbaImage, out: Uint8Array): void => {
  const luma = width * height;
  const chroma = luma / 4;
  let at = luma;
  for (let row = 0; row < height; row += 2) {
    let leftR = 0;
    let leftG = 0;
    let leftB = 0;
    // At the edge, there is no column to the left.
    let scale = 1 / (6 * 255);
    for (let column = 0; column < width; column += 2, at += 1) {
      const upper = row * width + column;
      const lower = upper + width;
      const p = upper * 4;
      const q = lower * 4;
      const r0 = data[p] ?? 0;
      const g0 = data[p + 1] ?? 0;
      const b0 = data[p + 2] ?? 0;
      const r1 = data[p + 4] ?? 0;
      const g1 = data[p + 5] ?? 0;
      const b1 = data[p + 6] ?? 0;
      const r2 = data[q] ?? 0;
      const g2 = data[q + 1] ?? 0;
      const b2 = data[q + 2] ?? 0;
      const r3 = data[q + 4] ?? 0;
      const g3 = data[q + 5] ?? 0;
      const b3 = data[q + 6] ?? 0;
      out[upper] = lumaOf(r0, g0, b0);
      out[upper + 1] = lumaOf(r1, g1, b1);
      out[lower] = lumaOf(r2, g2, b2);
      out[lower + 1] = lumaOf(r3, g3, b3);
      const r = 255 * (leftR + 2 * (r0 + r2) + r1 + r3);
      const g = 255 * (leftG + 2 * (g0 + g2) + g1 + g3);
      const b = 255 * (leftB + 2 * (b0 + b2) + b1 + b3);
      leftR = r1 + r3;
      leftG = g1 + g3;
      leftB = b1 + b3;
      const y = (KR * r + KG * g + KB * b) * scale;
      out[at] = (128 + (CHROMA * (b * scale - y)) / (2 * (1 - KB)) + 0.5) | 0;
      out[at + chroma] = (128 + (CHROMA * (r * scale - y)) / (2 * (1 - KR)) + 0.5) | 0;
      scale = 1 / (8 * 255);
    }
  }
};

/** Whether every pixel covers what is below it. */
export const isOpaque = ({ data }: RgbaImage): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
};

/** Only the alpha plane. */
export const alphaPlane = ({ data, width, height }: RgbaImage): Uint8Array => {
  const out = new Uint8Array(width * height);
  for (let i = 0; i < out.length; i += 1) out[i] = data[i * 4 + 3] ?? 0;
  return out;
};
