import { expect } from 'chai';
import { frameRate } from '../../../../../domain/composition/timeline.js';
import { boundsOf } from '../../../../../workers/render/plan/scenes/scene-bounds.js';
import { compositionOf, resolvedOf } from '../../../../support/renders/render.js';
import { frames } from '../../../../support/pictures/scenes.js';

const CANVAS = { width: 400, height: 400 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };

/** The box of everything that is lit. */
const litBox = (clip: object) => {
  const picture = frames(METADATA, [clip])(0);
  const lit = Array.from({ length: CANVAS.width * CANVAS.height }, (_, at) => ({
    x: at % CANVAS.width,
    y: Math.floor(at / CANVAS.width),
  })).filter(({ x, y }) => picture.at(x, y)[1] > 0);
  const [xs, ys] = [lit.map(({ x }) => x), lit.map(({ y }) => y)];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs) + 1,
    bottom: Math.max(...ys) + 1,
  };
};

describe('The part of the canvas that a clip covers', () => {
  for (const [name, skew] of Object.entries({
    'far to the side': { x: 70, y: 0 },
    'the other way': { x: -65, y: 0 },
    'far up': { x: 0, y: 70 },
    'both ways': { x: 60, y: 20 },
  }))
    for (const [effect, effects] of Object.entries({
      'a shadow': { shadow: { x: 0, y: 40, blur: 10, color: '#FFFFFF' } },
      'a blur': { filters: [{ type: 'blur', amount: 12 }] },
    }))
      it(`holds all that it draws when it is skewed ${name} with ${effect}`, () => {
        const clip = {
          type: 'shape',
          timeFrame: { end: 1000 },
          position: { x: 190, y: 190 },
          size: { width: 20, height: 20 },
          transform: { skew },
          shapeProperties: { shape: 'rectangle', fill: '#FFFFFF' },
          effects,
        };
        const [resolved] = resolvedOf(compositionOf(METADATA, [clip])).clips;
        const { x, y, width, height } = boundsOf(resolved!, { from: 0, to: 1 }, frameRate(10), CANVAS)!;
        const lit = litBox(clip);
        expect(lit.left, 'left').to.be.at.least(x);
        expect(lit.top, 'top').to.be.at.least(y);
        expect(lit.right, 'right').to.be.at.most(x + width);
        expect(lit.bottom, 'bottom').to.be.at.most(y + height);
      });
});
