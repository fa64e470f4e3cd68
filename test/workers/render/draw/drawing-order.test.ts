import { expect } from 'chai';
import * as fc from 'fast-check';
import { type Rgb, BLUE, GREEN, RED, WHITE } from '../../../support/pictures/quadrants.js';
import { frames, surface } from '../../../support/pictures/scenes.js';

const CANVAS = { width: 160, height: 120 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
const MEDIA = { width: 80, height: 40 };
const BOX = { x: 30, y: 30, width: 90, height: 60 };

/** Red and green above blue and white. */
const quarters = surface(MEDIA.width, MEDIA.height, (context) => {
  for (const [index, [r, g, b]] of [RED, GREEN, BLUE, WHITE].entries()) {
    context.fillStyle = `rgb(${r}, ${g}, ${b})`;
    context.fillRect((index % 2) * 40, Math.floor(index / 2) * 20, 40, 20);
  }
});

interface Look {
  readonly crop: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly fit: 'stretch' | 'cover' | 'contain' | 'none';
  readonly fitAlign: { readonly x: number; readonly y: number };
  readonly view: { readonly scale: number; readonly x: number; readonly y: number };
  readonly flip: { readonly x: boolean; readonly y: boolean };
  readonly skew: { readonly x: number; readonly y: number };
  readonly rotation: number;
}

const hundredths = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((value) => value / 100);
const share = hundredths(0, 1);
const look: fc.Arbitrary<Look> = fc.record({
  crop: fc.record({
    left: hundredths(0, 0.45),
    top: hundredths(0, 0.45),
    right: hundredths(0, 0.45),
    bottom: hundredths(0, 0.45),
  }),
  fit: fc.constantFrom('stretch', 'cover', 'contain', 'none'),
  fitAlign: fc.record({ x: share, y: share }),
  view: fc.record({ scale: hundredths(1, 2), x: share, y: share }),
  flip: fc.record({ x: fc.boolean(), y: fc.boolean() }),
  skew: fc.record({ x: hundredths(-40, 40), y: hundredths(-20, 20) }),
  rotation: hundredths(-360, 360),
});

/** Colours are interpolated between pixels of the media, within so many of them. */
const BLEND = 3;
/** Where that is. */
const BETWEEN: Rgb = [-1, -1, -1];

const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 180);

/** The colour at a point of the canvas by the order of operations, each undone from the last to the first. */
const colorAt = ({ crop, fit, fitAlign, view, flip, skew, rotation }: Look, x: number, y: number) => {
  const { width, height } = BOX;
  const radians = (-rotation * Math.PI) / 180;
  const [ax, ay] = [x - BOX.x - width / 2, y - BOX.y - height / 2];
  const [rx, ry] = [
    ax * Math.cos(radians) - ay * Math.sin(radians),
    ax * Math.sin(radians) + ay * Math.cos(radians),
  ];
  const [tx, ty] = [tangent(skew.x), tangent(skew.y)];
  const [sx, sy] = [(rx - tx * ry) / (1 - tx * ty), (ry - ty * rx) / (1 - tx * ty)];
  const [bx, by] = [(flip.x ? -sx : sx) + width / 2, (flip.y ? -sy : sy) + height / 2];
  if (bx < 0 || by < 0 || bx > width || by > height) return undefined;
  const side = 1 / view.scale;
  const [vx, vy] = [view.x * (1 - side) * width + bx * side, view.y * (1 - side) * height + by * side];
  const cropped = {
    width: MEDIA.width * (1 - crop.left - crop.right),
    height: MEDIA.height * (1 - crop.top - crop.bottom),
  };
  const [across, down] = [width / cropped.width, height / cropped.height];
  const both = { cover: Math.max(across, down), contain: Math.min(across, down), none: 1 };
  const [fx, fy] = fit === 'stretch' ? [across, down] : [both[fit], both[fit]];
  const mx = (vx - (width - cropped.width * fx) * fitAlign.x) / fx;
  const my = (vy - (height - cropped.height * fy) * fitAlign.y) / fy;
  if (mx < 0 || my < 0 || mx > cropped.width || my > cropped.height) return undefined;
  const [left, top] = [mx + crop.left * MEDIA.width, my + crop.top * MEDIA.height];
  if (Math.min(Math.abs(left - MEDIA.width / 2), Math.abs(top - MEDIA.height / 2)) < BLEND) return BETWEEN;
  if (top < MEDIA.height / 2) return left < MEDIA.width / 2 ? RED : GREEN;
  return left < MEDIA.width / 2 ? BLUE : WHITE;
};

/** Around a point: edges are smooth. */
const NEAR = Array.from({ length: 11 }, (_, index) => index / 2 - 2.5);
const AROUND = NEAR.flatMap((dx) => NEAR.map((dy) => [dx, dy] as const));

describe('The order of operations', () => {
  it('is crop, fit, motion, flip, skew, rotation about the centre of the box', () => {
    fc.assert(
      fc.property(look, (drawn) => {
        const { view, flip, skew, rotation, ...media } = drawn;
        const clip = {
          type: 'image',
          source: 'quarters',
          timeFrame: { end: 1000 },
          position: { x: BOX.x, y: BOX.y },
          size: { width: BOX.width, height: BOX.height },
          ...media,
          motion: { from: view, to: view },
          transform: { flip, skew, rotation },
        };
        const picture = frames(METADATA, [clip], { quarters })(0);
        for (let y = 4; y < CANVAS.height; y += 5)
          for (let x = 4; x < CANVAS.width; x += 5) {
            const wanted = colorAt(drawn, x + 0.5, y + 0.5);
            if (wanted === BETWEEN) continue;
            if (AROUND.some(([dx, dy]) => colorAt(drawn, x + 0.5 + dx, y + 0.5 + dy) !== wanted)) continue;
            const [r, g, b] = picture.at(x, y);
            const found = [r, g, b].map((level, channel) => Math.abs(level - (wanted?.[channel] ?? 0)));
            expect(Math.max(...found), `${x}, ${y}`).to.be.below(60);
          }
      }),
      { numRuns: 60 },
    );
  });
});
