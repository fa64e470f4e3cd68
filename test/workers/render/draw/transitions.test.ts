import { expect } from 'chai';
import { ease } from '../../../../domain/composition/animation/easing.js';
import { EASING_NAMES } from '../../../../domain/composition/fields/easing.js';
import { areaOf, centroidOf, frames, surface } from '../../../support/pictures/scenes.js';
import {
  BOX,
  CANVAS,
  column,
  coming,
  eachFrame,
  going,
  level,
  lit,
  METADATA,
  row,
  white,
} from '../../../support/pictures/moving-boxes.js';

describe('Transitions', () => {
  it('fade within one level of the formula', () => {
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

  it('open and close a circle, with a radius relative to half the diagonal', () => {
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

  it('sweep like a clock hand, clockwise from the top', () => {
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

  it('slide within a quarter of a pixel of the formula, for every easing', () => {
    for (const easing of EASING_NAMES) {
      const come = coming({ type: 'slide', direction: 'right', distance: 13, easing });
      for (const frame of [1, 3, 5, 8]) {
        const wanted = 60 - 13 * (1 - ease(easing, frame / 10));
        expect(centroidOf(come(frame)).x, `${easing} ${frame}`).to.be.closeTo(wanted, 0.25);
      }
    }
  });

  it('slide in and out in every direction, by a distance or by the canvas', () => {
    for (const [direction, x, y] of [
      ['left', -1, 0],
      ['right', 1, 0],
      ['up', 0, -1],
      ['down', 0, 1],
    ] as const) {
      const [come, go] = [
        { type: 'slide', direction, distance: 10 },
        going({ type: 'slide', direction, distance: 10 }),
      ];
      const [entering, leaving] = [centroidOf(coming(come)(5)), centroidOf(go(5))];
      expect([entering.x, entering.y], direction).to.deep.equal([60 - 5 * x, 40 - 5 * y]);
      expect([leaving.x, leaving.y], direction).to.deep.equal([60 + 5 * x, 40 + 5 * y]);
      const far = coming({ type: 'slide', direction, distance: 'canvas' });
      expect(areaOf(far(0)), direction).to.equal(0);
      expect(areaOf(far(9))).to.be.above(2000);
      const faded = coming({ type: 'slide', direction, distance: 10, fade: true });
      expect(level(faded(4), 60, 40)).to.be.closeTo(102, 1);
    }
  });

  it('draw the clip with the same z in as they push out', () => {
    const full = { position: { x: 0, y: 0 }, size: CANVAS };
    const below = white({ ...full, shapeProperties: { shape: 'rectangle', fill: '#FF0000' } });
    for (const [direction, sideways, sign] of [
      ['left', true, -1],
      ['right', true, 1],
      ['up', false, -1],
      ['down', false, 1],
    ] as const) {
      const out = { type: 'push', direction, duration: 800, easing: 'easeIn' };
      const at = frames(METADATA, [below, white({ ...full, transition: { out } })]);
      expect(areaOf(at(1)), 'before').to.equal(120 * 80);
      for (const frame of [3, 5, 7, 9]) {
        const side = sideways ? 120 : 80;
        const gone = side * (1 - ease('easeIn', (10 - frame) / 8));
        const picture = at(frame);
        const levels = Array.from({ length: side }, (_, place) =>
          sideways ? picture.at(place, 40) : picture.at(60, place),
        );
        const inTravel = sign < 0 ? levels : levels.toReversed();
        const label = `${direction} ${frame}`;
        for (const [place, [r, g]] of inTravel.entries()) {
          const isWhite = place + 1 <= side - gone;
          if (isWhite) expect([r, g], `${label}: ${place} leaves`).to.deep.equal([255, 255]);
          if (place >= side - gone) expect([r, g], `${label}: ${place} comes`).to.deep.equal([255, 0]);
        }
      }
    }
  });

  it('push by the mirror image of how they are pushed out, with what lies below', () => {
    const full = { position: { x: 0, y: 0 }, size: CANVAS };
    const gradient = {
      type: 'linear',
      angle: 90,
      stops: [
        { offset: 0, color: '#400000' },
        { offset: 1, color: '#FF0000' },
      ],
    };
    const below = white({ ...full, shapeProperties: { shape: 'rectangle', fill: gradient } });
    const push = (side: 'in' | 'out', direction: string) =>
      frames(METADATA, [
        below,
        white({ ...full, transition: { [side]: { type: 'push', direction, duration: 1000 } } }),
      ]);
    const [come, go] = [push('in', 'left'), push('out', 'right')];
    eachFrame((frame) => expect(come(frame).rgba, String(frame)).to.deep.equal(go(10 - frame).rgba));
  });

  it('push nothing that is shown above', () => {
    const half = { size: { width: 120, height: 40 } };
    const push = { in: { type: 'push', direction: 'left', duration: 1000 } };
    const at = frames(METADATA, [
      white({ position: { x: 0, y: 0 }, ...half, transition: push }),
      white({ position: { x: 0, y: 40 }, ...half, shapeProperties: { shape: 'rectangle', fill: '#FF0000' } }),
    ]);
    eachFrame((frame) => {
      expect(at(frame).at(1, 60)).to.deep.equal([255, 0, 0, 255]);
      expect(at(frame).at(118, 60)).to.deep.equal([255, 0, 0, 255]);
    });
  });

  it('zoom from a fraction of the size, and fade if requested', () => {
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

  it('blur by a radius that decreases to zero', () => {
    const come = coming({ type: 'blur', radius: 10, fade: false });
    const slope = (frame: number): number => level(come(frame), 23, 40) - level(come(frame), 17, 40);
    expect(slope(0)).to.be.closeTo((255 * 6) / (10 * Math.sqrt(2 * Math.PI)), 8);
    expect(slope(9)).to.be.above(240);
  });

  it('pixelate with shrinking squares', () => {
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

  it('dissolve in grains, the same in every render', () => {
    const come = coming({ type: 'dissolve', grain: 1 });
    eachFrame((frame, p) => expect(areaOf(come(frame)) / 3200).to.be.closeTo(p, 0.03));
    expect(come(5).rgba).to.deep.equal(coming({ type: 'dissolve', grain: 1 })(5).rgba);
  });

  it('fade out to a colour in the first half, and in from it in the second', () => {
    const come = coming({ type: 'color', color: '#FF0000' });
    expect(come(2).at(60, 40)[0]).to.be.closeTo(255 * 0.4, 2);
    expect(come(2).at(60, 40)[1]).to.be.below(3);
    expect(come(5).at(60, 40).slice(0, 3)).to.deep.equal([255, 0, 0]);
    expect(come(8).at(60, 40)[1]).to.be.closeTo(255 * 0.6, 2);
  });
});
