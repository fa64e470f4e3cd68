import { randomFillSync } from 'node:crypto';
import { expect } from 'chai';
import { type RgbaImage, toYuv420 } from '../../../../infrastructure/rendering/pictures/yuv.js';

/** An image of random colours, with an alpha. */
const noise = (width: number, height: number, alpha: number): RgbaImage => {
  const data = randomFillSync(new Uint8Array(width * height * 4));
  for (let at = 3; at < data.length; at += 4) data[at] = alpha;
  return { data, width, height };
};

/** The image with one pixel in the last corner that is a little translucent. */
const withTranslucentCorner = ({ data, ...size }: RgbaImage): RgbaImage => {
  const changed = data.slice();
  changed[data.length - 1] = 254;
  return { data: changed, ...size };
};

describe('the conversion of opaque images', () => {
  it('gives the same bytes as that of images with alpha', () => {
    const [width, height] = [512, 258];
    const luma = width * height;
    const image = noise(width, height, 255);
    const opaque = toYuv420(image, true);
    const other = toYuv420(withTranslucentCorner(image), true);
    // What the corner has a part in is the last of each plane.
    const differing = [...opaque.keys()].filter((at) => opaque[at] !== other[at]);
    const lasts = new Set([luma * 1.25 - 1, luma * 1.5 - 1, luma * 2.5 - 1]);
    expect(differing.filter((at) => !lasts.has(at))).to.deep.equal([]);
    expect(other.at(-1)).to.equal(254);
  });

  it('rounds the luma of every pair of levels as that of images with alpha', () => {
    // The colours of pixels in pairs: 256 levels of one channel to the right, and of another one downwards.
    for (const [right, down] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const [width, height] = [514, 512];
      const image = noise(width, height, 255);
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          image.data[(y * width + x) * 4 + right] = x >> 1;
          image.data[(y * width + x) * 4 + down] = y >> 1;
        }
      const opaque = toYuv420(image, false);
      const other = toYuv420(withTranslucentCorner(image), false);
      expect(Buffer.from(opaque.subarray(0, width * height))).to.deep.equal(
        Buffer.from(other.subarray(0, width * height)),
      );
    }
  });

  it('leaves out the alpha if it is not wanted', () => {
    const image = noise(4, 2, 255);
    expect(toYuv420(image, false)).to.deep.equal(toYuv420(image, true).subarray(0, 12));
    expect(toYuv420(image, true).subarray(12)).to.deep.equal(new Uint8Array(8).fill(255));
  });
});
