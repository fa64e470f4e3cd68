import { expect } from 'chai';
import { areaOf } from '../../../support/pictures/scenes.js';
import { BOX, draw, shape } from '../../../support/pictures/looks.js';

const RED = [255, 0, 0, 255];
const WHITE = [255, 255, 255, 255];
const BLACK = [0, 0, 0, 255];

const bordered = (width: number, borderRadius: unknown) =>
  draw([shape('#FFFFFF', { ...BOX, effects: { borderRadius, border: { width, color: '#FF0000' } } })]);

describe('The edges of a box', () => {
  it('have borders with the corners of the box, also where they are wider than its radii', () => {
    for (const [width, borderRadius] of [
      [16, 6],
      [15, [6, 6, 6, 6]],
      [8, 10],
    ] as const) {
      const picture = bordered(width, borderRadius);
      const label = `${width} px, ${String(borderRadius)}`;
      for (const [x, y] of [
        [20, 20],
        [99, 20],
        [99, 59],
        [20, 59],
      ] as const)
        expect(picture.at(x, y), `${label}: ${x}, ${y}`).to.deep.equal(BLACK);
      for (const [x, y] of [
        [60, 20],
        [20, 40],
        [60, 20 + width - 1],
        [99 - width + 1, 40],
      ] as const)
        expect(picture.at(x, y), `${label}: ${x}, ${y}`).to.deep.equal(RED);
      expect(picture.at(20 + width, 40), label).to.deep.equal(WHITE);
      expect(picture.at(60, 20 + width), label).to.deep.equal(WHITE);
    }
    // The inner edge has a right angle where the border is as wide as the corner.
    expect(bordered(16, 6).at(36, 36)).to.deep.equal(WHITE);
    expect(bordered(16, 6).at(35, 36)).to.deep.equal(RED);
  });

  it('have borders that shrink with the corners as in CSS, on every corner by itself', () => {
    const cut = (effects: object) => draw([shape('#FFFFFF', { ...BOX, effects })]);
    for (const borderRadius of [[60, 0, 0, 20], 1000, [10, 30, 0, 50]]) {
      const [plain, edged] = [
        cut({ borderRadius }),
        cut({ borderRadius, border: { width: 10, color: '#FF0000' } }),
      ];
      for (let y = 20; y < 60; y += 1)
        for (let x = 20; x < 100; x += 1) {
          const [all, level] = [plain.at(x, y)[0], edged.at(x, y)[0]];
          const label = `${String(borderRadius)}: ${x}, ${y}`;
          if (all === 0) expect(level, label).to.be.below(40);
          if (all === 255) expect(level, label).to.equal(255);
        }
    }
  });

  it('are filled by borders that are wider than half a side', () => {
    const picture = bordered(60, 0);
    for (const [x, y] of [
      [20, 20],
      [60, 40],
      [99, 59],
    ] as const)
      expect(picture.at(x, y), `${x}, ${y}`).to.deep.equal(RED);
    expect(areaOf(picture)).to.equal(0);
    expect(picture.at(60, 10)).to.deep.equal(BLACK);
  });

  it('are those of a mask whose box is not on whole pixels', () => {
    for (const [place, size] of [
      [0.5, 40],
      [0, 40.4],
      [0.4, 40.3],
    ] as const) {
      const mask = {
        id: 'm',
        type: 'shape',
        timeFrame: { end: 1000 },
        position: { x: place, y: place },
        size: { width: size, height: size },
        shapeProperties: { shape: 'rectangle', fill: '#FFFFFF' },
      };
      const picture = draw([mask, shape('#FFFFFF', { ...BOX, effects: { mask: { clip: 'm' } } })]);
      expect(areaOf(picture), `at ${place}, ${size} px`).to.equal(3200);
    }
  });
});
