import { expect } from 'chai';
import { type Drawn, frames } from '../../../support/pictures/scenes.js';
import { METADATA, smooth, white } from '../../../support/pictures/moving-boxes.js';

const CANVAS = { width: 300, height: 200 };
const FRAMES = [1, 4, 7, 9];

const transitionOf = (side: 'in' | 'out', transition: object): ((frame: number) => Drawn) =>
  frames({ ...METADATA, canvas: CANVAS }, [
    white({
      position: { x: 0, y: 0 },
      size: CANVAS,
      transition: { [side]: { ...transition, duration: 1000 } },
    }),
  ]);

/** Where a point lies along the path of the edge, 0 to 1. */
type Along = (x: number, y: number) => number;

const WIPES: Readonly<Record<string, Along>> = {
  right: (x) => x / CANVAS.width,
  left: (x) => 1 - x / CANVAS.width,
  down: (_, y) => y / CANVAS.height,
  up: (_, y) => 1 - y / CANVAS.height,
};
const [MIDDLE, CENTRE] = [CANVAS.width / 2, CANVAS.height / 2];
const radius: Along = (x, y) => Math.hypot(x - MIDDLE, y - CENTRE) / Math.hypot(MIDDLE, CENTRE);
const clockwise: Along = (x, y) => (Math.atan2(x - MIDDLE, CENTRE - y) / (2 * Math.PI) + 1) % 1;

/** Compares every fifth pixel with the formula, but not where the hand of a clock is narrower than a few pixels. */
const expectFormula = (
  picture: Drawn,
  along: Along,
  { p, softness, isAway }: { readonly p: number; readonly softness: number; readonly isAway: boolean },
  label: string,
): void => {
  let worst = { apart: 0, place: '' };
  for (let y = 2; y < CANVAS.height; y += 5)
    for (let x = 2; x < CANVAS.width; x += 5) {
      if (along === clockwise && radius(x, y) < 0.3) continue;
      const place = along(x + 0.5, y + 0.5);
      const u = isAway ? 1 - place : place;
      const wanted = 255 * smooth((p * (1 + softness) - u) / softness);
      const apart = Math.abs((picture.at(x, y)[1] ?? NaN) - wanted);
      // NaN is apart, too.
      if (!(apart <= worst.apart)) worst = { apart, place: `${x}, ${y}` };
    }
  expect(worst.apart, `${label}, at ${worst.place}`).to.be.at.most(4);
};

describe('Soft edges', () => {
  for (const softness of [0.03, 0.2, 1]) {
    it(`have the smoothstep of the formula when they wipe, in every direction: softness ${softness}`, () => {
      for (const [direction, along] of Object.entries(WIPES))
        for (const side of ['in', 'out'] as const) {
          const at = transitionOf(side, { type: 'wipe', direction, softness });
          for (const frame of FRAMES) {
            const isAway = side === 'out';
            const p = isAway ? 1 - frame / 10 : frame / 10;
            expectFormula(at(frame), along, { p, softness, isAway }, `${side} ${direction} ${frame}`);
          }
        }
    });

    it(`have it on circles that open and close, and on the hand of a clock: softness ${softness}`, () => {
      for (const [type, along] of [
        ['circle', radius],
        ['radial', clockwise],
      ] as const)
        for (const side of ['in', 'out'] as const) {
          const at = transitionOf(side, { type, softness });
          for (const frame of FRAMES) {
            const p = side === 'out' ? 1 - frame / 10 : frame / 10;
            // A circle closes as it opens, towards its centre.
            const isAway = side === 'out' && type === 'radial';
            expectFormula(at(frame), along, { p, softness, isAway }, `${side} ${type} ${frame}`);
          }
        }
    });
  }
});
