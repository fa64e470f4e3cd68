import { expect } from 'chai';
import * as fc from 'fast-check';
import { lookAt } from '../../../../../domain/composition/animation/look.js';
import { intersectionOf, type Rect, unionOf } from '../../../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../../../domain/composition/resolve/resolved.js';
import { frameRate, instantOf } from '../../../../../domain/composition/timeline.js';
import { coveredArea } from '../../../../../workers/render/draw/covered.js';
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

const easing = fc.constantFrom(
  'linear',
  'hold',
  'easeInOut',
  'easeOutBounce',
  'easeInElastic',
  'easeInOutBack',
  [0.3, -1, 0.6, 2],
);
const tracked = (property: string, min: number, max: number) =>
  fc
    .uniqueArray(
      fc.record({
        time: fc.integer({ min: 0, max: 2900 }),
        value: fc.double({ min, max, noNaN: true }),
        easing,
      }),
      { minLength: 1, maxLength: 4, selector: ({ time }) => time },
    )
    .map((points) => ({ property, points: points.toSorted((a, b) => a.time - b.time) }));
const keyframes = fc.oneof(
  tracked('position.x', -300, 700),
  tracked('position.y', -300, 700),
  tracked('size.width', 10, 300),
  tracked('transform.scale.y', 0.1, 5),
  tracked('transform.rotation', -2000, 2000),
  tracked('transform.skew.x', -60, 60),
  tracked('effects.opacity', 0, 1),
  tracked('effects.filters[0].amount', 0, 20),
);
const transition = fc.record({
  type: fc.constantFrom('fade', 'slide', 'push', 'zoom', 'spin', 'blur', 'pixelate', 'wipe'),
  duration: fc.integer({ min: 1, max: 4000 }),
  easing,
});

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

  const RATE = frameRate(30);
  const FRAMES = 90;
  const clips = fc
    .record({
      keyframes: fc.uniqueArray(keyframes, { maxLength: 4, selector: ({ property }) => property }),
      enters: fc.option(transition, { nil: undefined }),
      leaves: fc.option(transition, { nil: undefined }),
      x: fc.integer({ min: -200, max: 600 }),
      rotation: fc.constantFrom(0, 30, 90, 200),
      anchor: fc.constantFrom('topLeft', 'center', 'bottomRight'),
      shadow: fc.boolean(),
    })
    .map(({ keyframes, enters, leaves, x, rotation, anchor, shadow }) => ({
      type: 'shape',
      timeFrame: { start: 100, end: 3000 },
      position: { x, y: 100, anchor },
      size: { width: 60, height: 30 },
      transform: { rotation },
      shapeProperties: { shape: 'rectangle', fill: '#FFFFFF' },
      effects: {
        filters: [{ type: 'blur', amount: 2 }],
        ...(shadow ? { shadow: { x: 9, y: 4, blur: 3, color: '#000000' } } : {}),
      },
      keyframes,
      ...(enters || leaves
        ? { transition: { ...(enters ? { in: enters } : {}), ...(leaves ? { out: leaves } : {}) } }
        : {}),
    }));
  const resolvedClip = (clip: object): ResolvedClip =>
    resolvedOf(compositionOf({ ...METADATA, duration: 3000, fps: 30 }, [clip])).clips[0]!;
  const onEveryFrame = (clip: ResolvedClip, part: Rect | undefined): Rect | undefined => {
    const rects = Array.from({ length: FRAMES }, (_, frame) => {
      const look = lookAt(clip, instantOf(frame, RATE) - clip.timeFrame.start, CANVAS);
      return look.opacity > 0 ? [coveredArea(clip, look, part)] : [];
    }).flat();
    const all = unionOf(rects);
    return all && intersectionOf(all, { x: 0, y: 0, ...CANVAS });
  };

  it('is that of all frames, however it moves', () => {
    const part = fc.option(fc.constant({ x: 10, y: 20, width: 80, height: 9 }), { nil: undefined });
    fc.assert(
      fc.property(clips, part, (clip, part) => {
        const resolved = resolvedClip(clip);
        expect(boundsOf(resolved, { from: 0, to: FRAMES }, RATE, CANVAS, part)).to.deep.equal(
          onEveryFrame(resolved, part),
        );
      }),
      { numRuns: 300 },
    );
  });
});
