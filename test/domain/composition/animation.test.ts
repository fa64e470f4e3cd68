import { expect } from 'chai';
import * as fc from 'fast-check';
import { ease } from '../../../domain/composition/animation/easing.js';
import { numberAt } from '../../../domain/composition/animation/interpolation.js';
import { lookAt } from '../../../domain/composition/animation/look.js';
import { viewAt } from '../../../domain/composition/animation/motion.js';
import { movementOf } from '../../../domain/composition/animation/movement.js';
import { revealedAt, transitionsAt, windowsOf } from '../../../domain/composition/animation/transitions.js';
import { placementOf } from '../../../domain/composition/geometry/geometry.js';
import { EASING_NAMES } from '../../../domain/composition/fields/easing.js';
import type { Transition } from '../../../domain/composition/fields/transition.js';
import { compositionOf, resolvedOf } from '../../support/renders/render.js';

const CANVAS = { width: 400, height: 200 };
const moving = EASING_NAMES.filter((name) => name !== 'hold');
const easing = fc.constantFrom(...moving);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const ms = fc.integer({ min: 1, max: 5000 });

const fade = (duration: number): Transition => ({ type: 'fade', duration, easing: 'easeInOut' });

const clipWith = (more: object) =>
  resolvedOf(
    compositionOf({ duration: 4000, canvas: CANVAS }, [
      { type: 'shape', timeFrame: { end: 4000 }, shapeProperties: { shape: 'rectangle' }, ...more },
    ]),
  ).clips[0]!;

describe('Easing', () => {
  it('runs from 0 to 1 for every name', () => {
    for (const name of moving) {
      expect(ease(name, 0), name).to.equal(0);
      expect(ease(name, 1), name).to.equal(1);
      expect(ease(name, 1e-9), name).to.be.closeTo(0, 2e-3);
      expect(ease(name, 1 - 1e-9), name).to.be.closeTo(1, 2e-3);
    }
  });

  it('has the values of CSS and of Penner', () => {
    expect(ease('ease', 0.5)).to.be.closeTo(0.8024, 1e-4);
    expect(ease('easeInOut', 0.25)).to.be.closeTo(0.1291, 1e-4);
    expect(ease([0.25, 0.1, 0.25, 1], 0.5)).to.equal(ease('ease', 0.5));
    expect(ease('easeInCubic', 0.5)).to.equal(0.125);
    expect(ease('easeOutQuad', 0.5)).to.equal(0.75);
    expect(ease('easeInBack', 0.5)).to.be.closeTo(-0.0877, 1e-4);
    expect(ease('easeOutBounce', 0.5)).to.be.closeTo(0.765625, 1e-9);
    expect(ease('hold', 0.99)).to.equal(0);
  });

  it('has the values of every family of Penner, accelerating, decelerating and both', () => {
    // From his formulas, t: time, d: duration, b: start, c: change, with t/d = 0.3, b = 0, c = 1.
    const t = 0.3;
    const back = 1.70158;
    const accelerating: Readonly<Record<string, (t: number) => number>> = {
      Sine: (t) => 1 - Math.cos(t * (Math.PI / 2)),
      Quad: (t) => t * t,
      Cubic: (t) => t * t * t,
      Quart: (t) => t * t * t * t,
      Quint: (t) => t * t * t * t * t,
      Expo: (t) => 2 ** (10 * (t - 1)),
      Circ: (t) => -(Math.sqrt(1 - t * t) - 1),
      Back: (t) => t * t * ((back + 1) * t - back),
      Elastic: (t) => -(2 ** (10 * (t - 1)) * Math.sin(((t - 1 - 0.3 / 4) * 2 * Math.PI) / 0.3)),
      Bounce: (t) => 1 - ease('easeOutBounce', 1 - t),
    };
    for (const [family, formula] of Object.entries(accelerating)) {
      const of = (way: 'In' | 'Out' | 'InOut', p: number) =>
        ease(`ease${way}${family}` as (typeof EASING_NAMES)[number], p);
      expect(of('In', t), family).to.be.closeTo(formula(t), 1e-9);
      expect(of('Out', t), family).to.be.closeTo(1 - formula(1 - t), 1e-9);
      expect(of('InOut', t) + of('InOut', 1 - t), `${family}, both halves`).to.be.closeTo(1, 1e-9);
      if (family !== 'Back' && family !== 'Elastic')
        expect(of('InOut', t), `${family}, first half`).to.be.closeTo(formula(2 * t) / 2, 1e-9);
    }
    const wider = back * 1.525;
    expect(ease('easeInOutBack', t)).to.be.closeTo(((2 * t) ** 2 * ((wider + 1) * 2 * t - wider)) / 2, 1e-9);
    const elastic = 2 ** (10 * (2 * t - 1)) * Math.sin(((2 * t - 1 - 0.45 / 4) * 2 * Math.PI) / 0.45);
    expect(ease('easeInOutElastic', t)).to.be.closeTo(-elastic / 2, 1e-9);
  });
});

describe('Keyframes', () => {
  const points = [
    { time: 100, value: 10 },
    { time: 200, value: 30 },
    { time: 300, value: -10, easing: 'hold' as const },
  ];

  it('are constant before and after, interpolated between, and eased by the point that follows', () => {
    expect([0, 100, 150, 200, 299, 300, 9000].map((t) => numberAt(points, t))).to.deep.equal([
      10, 10, 20, 30, 30, -10, -10,
    ]);
  });
});

describe('Transitions', () => {
  it('shrink in proportion if together they are longer than the clip', () => {
    expect(windowsOf({ in: fade(3000), out: fade(1000) }, 2000)).to.deep.equal({ in: 1500, out: 500 });
    expect(windowsOf({ in: fade(300), out: fade(100) }, 2000)).to.deep.equal({ in: 300, out: 100 });
  });

  it('mirror each other in time', () => {
    fc.assert(
      fc.property(ms, share, easing, (duration, at, name) => {
        const one = { ...fade(duration), easing: name };
        const length = duration * 3;
        const t = at * duration * 0.999;
        const [into] = transitionsAt({ in: one }, t, length);
        const [outOf] = transitionsAt({ out: one }, length - t, length);
        expect(outOf?.p).to.be.closeTo(into?.p ?? NaN, 1e-3);
      }),
    );
  });

  it('reveal nothing at 0, everything at 1, and monotonically more between', () => {
    fc.assert(
      fc.property(share, share, share, fc.constantFrom(0, 0.2, 1), (u, a, b, softness) => {
        expect(revealedAt(Math.max(u, 1e-9), 0, softness)).to.equal(0);
        expect(revealedAt(Math.min(u, 1 - 1e-9), 1, softness)).to.be.closeTo(1, 1e-6);
        const [early, late] = [Math.min(a, b), Math.max(a, b)];
        expect(revealedAt(u, early, softness)).to.be.at.most(revealedAt(u, late, softness) + 1e-12);
      }),
    );
  });
});

describe('Motion', () => {
  it('shows the focus enlarged and never leaves the box', () => {
    expect(
      viewAt(
        { from: { scale: 1, x: 0.5, y: 0.5 }, to: { scale: 2, x: 0, y: 1 }, easing: 'linear' },
        1000,
        1000,
      ),
    ).to.deep.equal({ left: 0, top: 0.5, side: 0.5 });
    fc.assert(
      fc.property(share, share, share, easing, (x, y, t, name) => {
        const { left, top, side } = viewAt(
          { from: { scale: 1, x: 0.5, y: 0.5 }, to: { scale: 3, x, y }, easing: name },
          Math.min(1, Math.max(0, t)) * 1000,
          1000,
        );
        expect(Math.min(left, top)).to.be.at.least(-1e-9);
        expect(Math.max(left, top) + side).to.be.at.most(1 + 1e-9);
      }),
    );
  });
});

describe('A motion whose easing overshoots', () => {
  it('keeps the box filled', () => {
    const [from, to] = [
      { scale: 2, x: 0, y: 1 },
      { scale: 2, x: 1, y: 0 },
    ];
    for (const name of ['easeInBack', 'easeOutBack', 'easeOutElastic'] as const)
      for (let t = 0; t <= 1000; t += 20) {
        const { left, top, side } = viewAt({ from, to, easing: name }, t, 1000);
        expect(Math.min(left, top), name).to.be.at.least(0);
        expect(Math.max(left, top) + side, name).to.be.at.most(1);
      }
  });
});

describe('Movement', () => {
  it('excludes only instants at which the clip looks the same', () => {
    const clip = clipWith({
      transition: { in: { type: 'slide', duration: 500 }, out: { type: 'zoom', duration: 700 } },
      keyframes: [
        {
          property: 'transform.rotation',
          points: [
            { time: 1000, value: 0 },
            { time: 1500, value: 90 },
          ],
        },
      ],
    });
    const stretches = movementOf(clip);
    expect(stretches).to.deep.equal([
      { from: 0, to: 500 },
      { from: 1000, to: 1500 },
      { from: 3300, to: 4000 },
    ]);
    const looks = (t: number) => lookAt(clip, t, CANVAS);
    for (const [from, to] of [
      [500, 999],
      [1500, 3299],
    ] as const)
      for (let t = from; t <= to; t += 37) expect(looks(t)).to.deep.equal(looks(from));
  });

  it('has its box on whole pixels, as without animation, unless keyframes move or size it', () => {
    const side = fc.double({ min: 1, max: 300, noNaN: true });
    fc.assert(
      fc.property(side, side, side, side, ms, (x, y, width, height, t) => {
        const more = { position: { x, y }, size: { width, height }, effects: { borderRadius: 4 } };
        const clip = clipWith({ ...more, transition: { in: { type: 'fade', duration: 4000 } } });
        expect(lookAt(clip, t % 4000, CANVAS).box).to.deep.equal(placementOf(clip).box);
        const points = [
          { time: 0, value: x },
          { time: 4000, value: x + 100 },
        ];
        const moved = clipWith({ ...more, keyframes: [{ property: 'position.x', points }] });
        expect(lookAt(moved, 1000, CANVAS).box.x).to.be.closeTo(x + 25, 1e-9);
        expect(lookAt(moved, 1000, CANVAS).box.y).to.equal(y);
      }),
    );
  });
});
