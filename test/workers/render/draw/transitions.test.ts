import { expect } from 'chai';
import { ease } from '../../../../domain/composition/animation/easing.js';
import { EASING_NAMES } from '../../../../domain/composition/format/easing.js';
import { areaOf, centroidOf, type Drawn, frames, surface } from '../../../support/scenes.js';

const CANVAS = { width: 120, height: 80 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
const BOX = { position: { x: 20, y: 20 }, size: { width: 80, height: 40 } };
const white = (more: object) => ({
  type: 'shape',
  timeFrame: { start: 0, end: 1000 },
  ...BOX,
  shapeProperties: { shape: 'rectangle', fill: '#FFFFFF' },
  ...more,
});
const coming = (transition: object, more: object = {}) =>
  frames(METADATA, [white({ transition: { in: { duration: 1000, ...transition } }, ...more })]);
const going = (transition: object) =>
  frames(METADATA, [white({ transition: { out: { duration: 1000, ...transition } } })]);
const eachFrame = (check: (frame: number, p: number) => void): void => {
  for (let frame = 1; frame < 10; frame += 1) check(frame, frame / 10);
};
const level = (picture: Drawn, x: number, y: number): number => picture.at(x, y)[1];
/** How much of a line of pixels is lit, px. */
const lit = (picture: Drawn, points: ReadonlyArray<readonly [number, number]>): number =>
  points.reduce((sum, [x, y]) => sum + level(picture, x, y) / 255, 0);
const row = Array.from({ length: 80 }, (_, x) => [20 + x, 40] as const);
const column = Array.from({ length: 40 }, (_, y) => [60, 20 + y] as const);
const smooth = (x: number): number => {
  const within = Math.min(1, Math.max(0, x));
  return within * within * (3 - 2 * within);
};

describe('Transitions as they are drawn', () => {
  it('fade by the formula within one level', () => {
    const [come, go] = [coming({ type: 'fade' }), going({ type: 'fade' })];
    eachFrame((frame, p) => {
      expect(level(come(frame), 60, 40)).to.be.closeTo(255 * p, 1);
      expect(level(go(frame), 60, 40)).to.be.closeTo(255 * (1 - p), 1);
    });
  });

  it('wipe with an edge within one pixel of the formula, in and out, in every direction', () => {
    for (const direction of ['left', 'right', 'up', 'down']) {
      const [come, go] = [coming({ type: 'wipe', direction }), going({ type: 'wipe', direction })];
      const line = direction === 'left' || direction === 'right' ? row : column;
      const first = direction === 'right' || direction === 'down' ? line.slice(0, 2) : line.slice(-2);
      eachFrame((frame, p) => {
        expect(lit(come(frame), line), `${direction} ${frame}`).to.be.closeTo(line.length * p, 1);
        expect(lit(go(frame), line), `out ${direction} ${frame}`).to.be.closeTo(line.length * (1 - p), 1);
        expect(lit(come(frame), first)).to.equal(2);
        expect(lit(go(frame), first)).to.equal(0);
      });
    }
  });

  it('wipe softly as smoothstep', () => {
    const softness = 0.5;
    const come = coming({ type: 'wipe', direction: 'right', softness });
    eachFrame((frame, p) => {
      for (const x of [5, 20, 40, 60, 75]) {
        const wanted = 255 * smooth((p * (1 + softness) - (x + 0.5) / 80) / softness);
        expect(level(come(frame), 20 + x, 40), `${frame} ${x}`).to.be.closeTo(wanted, 3);
      }
    });
  });

  it('open and close a circle whose radius is a share of half the diagonal', () => {
    const [come, go] = [coming({ type: 'circle' }), going({ type: 'circle' })];
    const half = Math.hypot(80, 40) / 2;
    for (const [picture, p] of [
      [come(3), 0.3],
      [go(7), 0.3],
    ] as const) {
      expect(lit(picture, row) / 2).to.be.closeTo(half * p, 1);
      expect(areaOf(picture)).to.be.closeTo(Math.PI * (half * p) ** 2, 12);
    }
  });

  it('sweep like a clock, from the top to the right', () => {
    const come = coming({ type: 'radial' });
    expect(areaOf(come(5))).to.be.closeTo(1600, 20);
    expect(level(come(3), 95, 25)).to.equal(255);
    expect(level(come(3), 25, 25)).to.equal(0);
    expect(level(come(8), 25, 55)).to.equal(255);
    expect(level(come(8), 25, 25)).to.equal(0);
    const go = going({ type: 'radial' });
    expect(level(go(3), 95, 25)).to.equal(0);
    expect(level(go(3), 25, 25)).to.equal(255);
  });

  it('slide within a quarter of a pixel, by every easing', () => {
    for (const easing of EASING_NAMES) {
      const come = coming({ type: 'slide', direction: 'right', distance: 13, easing });
      for (const frame of [1, 3, 5, 8]) {
        const wanted = 60 - 13 * (1 - ease(easing, frame / 10));
        expect(centroidOf(come(frame)).x, `${easing} ${frame}`).to.be.closeTo(wanted, 0.25);
      }
    }
  });

  it('push what is shown below at the same z out of the way', () => {
    const full = { position: { x: 0, y: 0 }, size: CANVAS };
    const at = frames(METADATA, [
      white({ ...full, shapeProperties: { shape: 'rectangle', fill: '#FF0000' } }),
      white({ ...full, transition: { in: { type: 'push', direction: 'left', duration: 1000 } } }),
    ]);
    eachFrame((frame, p) => {
      const edge = Math.round(120 * (1 - p));
      expect(at(frame).at(edge - 2, 40)).to.deep.equal([255, 0, 0, 255]);
      expect(at(frame).at(Math.min(119, edge + 1), 40)).to.deep.equal([255, 255, 255, 255]);
    });
  });

  it('zoom from a share of the size, and fade if told to', () => {
    const come = coming({ type: 'zoom', from: 0.5, fade: false });
    eachFrame((frame, p) => expect(lit(come(frame), row)).to.be.closeTo(80 * (0.5 + 0.5 * p), 0.3));
    expect(level(coming({ type: 'zoom' })(4), 60, 40)).to.be.closeTo(102, 1);
  });

  it('spin by an angle', () => {
    const come = coming({ type: 'spin', angle: 90, fade: false });
    expect(level(come(0), 60, 5)).to.equal(255);
    expect(level(come(0), 25, 40)).to.equal(0);
    expect(areaOf(come(5))).to.be.closeTo(3200, 20);
  });

  it('blur by a radius that vanishes', () => {
    const come = coming({ type: 'blur', radius: 10, fade: false });
    const slope = (frame: number): number => level(come(frame), 23, 40) - level(come(frame), 17, 40);
    expect(slope(0)).to.be.closeTo((255 * 6) / (10 * Math.sqrt(2 * Math.PI)), 8);
    expect(slope(9)).to.be.above(240);
  });

  it('pixelate in squares that shrink', () => {
    const stripes = surface(80, 40, (context) => {
      for (let x = 0; x < 80; x += 1) {
        context.fillStyle = `rgb(${x * 3}, ${x * 3}, ${x * 3})`;
        context.fillRect(x, 0, 1, 40);
      }
    });
    const picture = { type: 'image', source: 'stripes', timeFrame: { end: 1000 }, ...BOX };
    const transition = { in: { type: 'pixelate', size: 20, duration: 1000, fade: false } };
    const at = frames(METADATA, [{ ...picture, transition }], { stripes });
    const levels = (frame: number) => new Set(row.map(([x, y]) => level(at(frame), x, y))).size;
    expect(levels(0)).to.equal(4);
    expect(levels(9)).to.be.above(15);
  });

  it('dissolve in grains, the same each time', () => {
    const come = coming({ type: 'dissolve', grain: 1 });
    eachFrame((frame, p) => expect(areaOf(come(frame)) / 3200).to.be.closeTo(p, 0.03));
    expect(come(5).rgba).to.deep.equal(coming({ type: 'dissolve', grain: 1 })(5).rgba);
  });

  it('go through a colour in halves', () => {
    const come = coming({ type: 'color', color: '#FF0000' });
    expect(come(2).at(60, 40)[0]).to.be.closeTo(255 * 0.4, 2);
    expect(come(2).at(60, 40)[1]).to.be.below(3);
    expect(come(5).at(60, 40).slice(0, 3)).to.deep.equal([255, 0, 0]);
    expect(come(8).at(60, 40)[1]).to.be.closeTo(255 * 0.6, 2);
  });
});

describe('Movement as it is drawn', () => {
  it('zooms slowly without a jump: ten seconds from 1 to 1.1', () => {
    const marked = surface(240, 160, (context) => {
      context.fillStyle = '#FFFFFF';
      context.fillRect(190, 120, 12, 12);
    });
    const at = frames(
      { ...METADATA, duration: 10_000, fps: 30 },
      [
        {
          type: 'image',
          source: 'marked',
          timeFrame: { end: 10_000 },
          size: CANVAS,
          motion: { from: { scale: 1 }, to: { scale: 1.1 } },
        },
      ],
      { marked },
    );
    const places = Array.from({ length: 300 }, (_, frame) => centroidOf(at(frame)).x);
    const steps = places.slice(1).map((x, index) => x - (places[index] ?? 0));
    const mean = steps.reduce((a, b) => a + b, 0) / steps.length;
    expect(mean).to.be.closeTo(3.8 / 299, 0.003);
    for (const [index, step] of steps.entries()) {
      expect(step, `step ${index}`).to.be.above(0);
      expect(step, `step ${index}`).to.be.below(2 * mean);
    }
  });

  it('turns without jaggies: shapes and pictures cover what their geometry says at every angle', () => {
    const plain = surface(50, 30, (context) => {
      context.fillStyle = '#FFFFFF';
      context.fillRect(0, 0, 50, 30);
    });
    const place = { timeFrame: { end: 1000 }, position: { x: 35, y: 25 }, size: { width: 50, height: 30 } };
    const turning = {
      keyframes: [
        {
          property: 'transform.rotation',
          points: [
            { time: 0, value: 0 },
            { time: 1000, value: 90 },
          ],
        },
      ],
    };
    for (const clip of [
      white({ ...place, ...turning }),
      { type: 'image', source: 'plain', ...place, ...turning },
    ]) {
      const at = frames(METADATA, [clip], { plain });
      for (const frame of [1, 3, 5, 8]) {
        const picture = at(frame);
        expect(areaOf(picture), `frame ${frame}`).to.be.closeTo(1500, 12);
        const partly = picture.rgba.filter(
          (value, index) => index % 4 === 1 && value > 8 && value < 247,
        ).length;
        expect(partly, `pixels of the edge, frame ${frame}`).to.be.above(100);
      }
    }
  });

  it('mirrors and slants about the centre of the box', () => {
    const marked = surface(80, 40, (context) => {
      context.fillStyle = '#FFFFFF';
      context.fillRect(0, 0, 10, 10);
    });
    const image = { type: 'image', source: 'marked', timeFrame: { end: 1000 }, ...BOX };
    const place = (transform: object) =>
      centroidOf(frames(METADATA, [{ ...image, transform }], { marked })(0));
    expect(place({ flip: { x: true, y: false } })).to.deep.include({ x: 95, y: 25 });
    expect(place({ flip: { x: false, y: true } })).to.deep.include({ x: 25, y: 55 });
    expect(place({ skew: { x: 45, y: 0 } }).x).to.be.closeTo(25 - 15, 0.2);
    expect(place({ skew: { x: 0, y: 26.565 } }).y).to.be.closeTo(25 - 17.5, 0.2);
  });

  it('stays where its anchor is while it grows', () => {
    const grown = (anchor: string, position: object) =>
      frames(METADATA, [
        white({
          position: { ...position, anchor },
          size: { width: 10, height: 10 },
          keyframes: [
            {
              property: 'size.width',
              points: [
                { time: 0, value: 10 },
                { time: 1000, value: 30 },
              ],
            },
          ],
        }),
      ])(5);
    expect(centroidOf(grown('center', { x: 60, y: 40 })).x).to.be.closeTo(60, 0.01);
    expect(centroidOf(grown('bottomRight', { x: 60, y: 40 })).x).to.be.closeTo(50, 0.01);
    expect(centroidOf(grown('topLeft', { x: 60, y: 40 })).x).to.be.closeTo(70, 0.01);
  });
});
