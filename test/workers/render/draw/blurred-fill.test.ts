import { expect } from 'chai';
import { type Drawn, frames, surface } from '../../../support/pictures/scenes.js';
import { hex, METADATA } from '../../../support/pictures/looks.js';

/** Larger than what a box twice as wide as high shows of it, and drawn there pixel by pixel. */
const PICTURE = { width: 240, height: 80 };
const BOX = { width: 120, height: 80 };
const SIGMA = BOX.height / 20;
/** A side of the squares of the picture, px. */
const SQUARE = 20;

const colorAt = (x: number, y: number): ReadonlyArray<number> => {
  const [column, row] = [Math.floor(x / SQUARE), Math.floor(y / SQUARE)];
  return [(column % 2) * 255, (row % 2) * 255, column * 20];
};

const grid = surface(PICTURE.width, PICTURE.height, (context) => {
  for (let x = 0; x < PICTURE.width; x += SQUARE)
    for (let y = 0; y < PICTURE.height; y += SQUARE) {
      context.fillStyle = hex(colorAt(x, y));
      context.fillRect(x, y, SQUARE, SQUARE);
    }
});

/** The weights of a Gaussian up to three standard deviations. */
const WEIGHTS = (() => {
  const reach = Math.ceil(3 * SIGMA);
  const raw = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / 2 / SIGMA ** 2),
  );
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((weight, at) => ({ by: at - reach, weight: weight / sum }));
})();

const within = (value: number, length: number): number => Math.min(length - 1, Math.max(0, value));

/** The cover version at a pixel of the box, blurred as if its edge pixels continued beyond the box. */
const blurredAt = (left: number, x: number, y: number): ReadonlyArray<number> => {
  const sum = [0, 0, 0];
  for (const across of WEIGHTS)
    for (const down of WEIGHTS)
      colorAt(left + within(x + across.by, BOX.width), within(y + down.by, BOX.height)).forEach(
        (level, channel) => {
          sum[channel] = (sum[channel] ?? 0) + level * across.weight * down.weight;
        },
      );
  return sum;
};

const drawn = (more: object): Drawn =>
  frames(
    METADATA,
    [{ type: 'image', source: 'grid', timeFrame: { end: 1000 }, size: BOX, fit: 'containBlur', ...more }],
    { grid },
  )(0);

describe('The blurred fill', () => {
  for (const [x, left] of [
    [0, 0],
    [0.5, 60],
    [1, 120],
  ] as const)
    it(`is the cover version at its place and size, aligned at ${x}`, () => {
      const picture = drawn({ fitAlign: { x, y: 0.5 } });
      for (let column = 0; column < BOX.width; column += 3)
        for (const row of [0, 1, 5, 11, 18, 61, 68, 74, 79])
          blurredAt(left, column, row).forEach((level, channel) =>
            expect(picture.at(column, row)[channel], `${column}, ${row}, channel ${channel}`).to.be.closeTo(
              level,
              6,
            ),
          );
    });
});
