import { expect } from 'chai';
import * as fc from 'fast-check';
import { boundsOfRotated, centreOf, type Rect } from '../../../../domain/composition/geometry/geometry.js';
import { turnedPixels } from '../../../../infrastructure/rendering/pictures/turned-pixels.js';
import type { RgbaImage } from '../../../../infrastructure/rendering/pictures/yuv.js';

const imageOf = (
  width: number,
  height: number,
  pixel: (x: number, y: number) => readonly [number, number, number, number],
): RgbaImage => {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(pixel(x, y), (y * width + x) * 4);
  return { data, width, height };
};

/** Turns a whole image about its own middle; gives it with what of the canvas it shows on. */
const turned = (image: RgbaImage, rotation: number): { readonly view: Rect; readonly result: RgbaImage } => {
  const box = { x: 0, y: 0, width: image.width, height: image.height };
  const bounds = boundsOfRotated(box, rotation, centreOf(box));
  const view = { x: bounds.x - 2, y: bounds.y - 2, width: bounds.width + 4, height: bounds.height + 4 };
  return { view, result: turnedPixels(image, box, { box, rotation, opacity: 1 }, view) };
};

const sides = fc.integer({ min: 1, max: 40 });
const angle = fc.double({ min: 0.01, max: 359.99, noNaN: true });

describe('Turned pixels', () => {
  it('are exactly the pixels of the image after a half turn, in reverse order', () => {
    fc.assert(
      fc.property(sides, sides, fc.integer(), (width, height, seed) => {
        const image = imageOf(width, height, (x, y) => [
          (x * 31 + seed) & 255,
          (y * 17) & 255,
          (x * y) & 255,
          255,
        ]);
        const { view, result } = turned(image, 180);
        for (let y = 0; y < height; y += 1)
          for (let x = 0; x < width; x += 1) {
            const from = (y * width + x) * 4;
            const to = ((height - 1 - y - view.y) * view.width + (width - 1 - x - view.x)) * 4;
            expect(result.data.subarray(to, to + 4)).to.deep.equal(image.data.subarray(from, from + 4));
          }
      }),
      { numRuns: 30 },
    );
  });

  it('cover as much as the image does and keep its middle, at any angle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 60 }),
        fc.integer({ min: 4, max: 60 }),
        angle,
        (width, height, rotation) => {
          const { view, result } = turned(
            imageOf(width, height, () => [9, 9, 9, 255]),
            rotation,
          );
          let [mass, x, y] = [0, 0, 0];
          for (let p = 0; p < result.data.length / 4; p += 1) {
            const alpha = (result.data[p * 4 + 3] ?? 0) / 255;
            mass += alpha;
            x += alpha * (view.x + (p % view.width) + 0.5);
            y += alpha * (view.y + Math.floor(p / view.width) + 0.5);
          }
          expect(mass / (width * height)).to.be.closeTo(1, 0.02);
          expect(x / mass).to.be.closeTo(width / 2, 0.1);
          expect(y / mass).to.be.closeTo(height / 2, 0.1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('have the colour of visible pixels only, not of transparent ones or of those beyond the edge', () => {
    fc.assert(
      fc.property(angle, (rotation) => {
        const image = imageOf(20, 20, (x) => (x < 10 ? [200, 100, 50, 255] : [0, 255, 255, 0]));
        const { result } = turned(image, rotation);
        for (let p = 0; p < result.data.length; p += 4)
          if ((result.data[p + 3] ?? 0) > 0)
            expect([...result.data.subarray(p, p + 3)]).to.deep.equal([200, 100, 50]);
      }),
      { numRuns: 60 },
    );
  });
});
