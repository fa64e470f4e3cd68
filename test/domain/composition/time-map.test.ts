import { expect } from 'chai';
import * as fc from 'fast-check';
import { numberAt } from '../../../domain/composition/animation/interpolation.js';
import {
  lengthToPlayAll,
  playedMedia,
  type Retiming,
  roundsOf,
  timeMapOf,
} from '../../../domain/composition/animation/time-map.js';
import { EASING_NAMES } from '../../../domain/composition/fields/easing.js';

const plain: Retiming = {
  offset: 0,
  media: 10_000,
  length: 4000,
  speed: [{ time: 0, value: 1 }],
  freezes: [],
  plays: 1,
  isReversed: false,
};

const speedValue = fc.double({ min: 0.1, max: 10, noNaN: true });
const points = fc
  .uniqueArray(
    fc.record({
      time: fc.integer({ min: 0, max: 6000 }),
      value: speedValue,
      easing: fc.constantFrom(...EASING_NAMES, [0.1, 0.9, 0.8, -0.5] as const),
    }),
    { minLength: 1, maxLength: 4, selector: ({ time }) => time },
  )
  .map((all) => all.toSorted((a, b) => a.time - b.time));
const freezes = fc
  .array(fc.record({ gap: fc.integer({ min: 0, max: 1500 }), duration: fc.integer({ min: 1, max: 900 }) }), {
    maxLength: 3,
  })
  .map((all) => {
    let at = 0;
    return all.map(({ gap, duration }) => {
      const freeze = { at: at + gap, duration };
      at = freeze.at + duration;
      return freeze;
    });
  });
const retiming: fc.Arbitrary<Retiming> = fc.record({
  offset: fc.integer({ min: 0, max: 3000 }),
  media: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 9000 }) }, fc.constant(Infinity)),
  length: fc.integer({ min: 1, max: 6000 }),
  speed: points,
  freezes,
  plays: fc.constantFrom(1, 2, 5, 'endless' as const),
  isReversed: fc.boolean(),
});

const times = (length: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count + 1 }, (_, index) => (length * index) / count);

describe('The time map of a clip', () => {
  it('plays at a constant speed', () => {
    const map = timeMapOf({ ...plain, offset: 500, speed: [{ time: 0, value: 2.5 }] });
    expect([0, 1, 1000, 3000].map(map.sourceTimeAt)).to.deep.equal([500, 502.5, 3000, 8000]);
  });

  it('integrates a ramp: from 1 to 3 in two seconds plays four seconds of media', () => {
    const speed = [
      { time: 1000, value: 1 },
      { time: 3000, value: 3 },
    ];
    const map = timeMapOf({ ...plain, speed });
    expect(map.sourceTimeAt(1000)).to.be.closeTo(1000, 1e-9);
    expect(map.sourceTimeAt(2000)).to.be.closeTo(2500, 1e-9);
    expect(map.sourceTimeAt(3000)).to.be.closeTo(5000, 1e-9);
    expect(map.sourceTimeAt(4000)).to.be.closeTo(8000, 1e-9);
  });

  it('integrates every easing to within a tenth of a millisecond', () => {
    fc.assert(
      fc.property(points, (speed) => {
        const map = timeMapOf({ ...plain, length: 6000, media: 1e6, speed });
        const step = 0.05;
        let sum = 0;
        for (let t = step / 2; t < 6000; t += step)
          sum += Math.min(10, Math.max(0.1, numberAt(speed, t))) * step;
        // The sum is off by up to half a step at each point.
        expect(map.sourceTimeAt(6000)).to.be.closeTo(sum, 0.1 + speed.length * 10 * step);
      }),
      { numRuns: 10 },
    );
  });

  it('freezes the media and continues from there', () => {
    const map = timeMapOf({ ...plain, freezes: [{ at: 1000, duration: 500 }] });
    expect([999, 1000, 1250, 1500, 1600].map(map.sourceTimeAt)).to.deep.equal([999, 1000, 1000, 1000, 1100]);
    expect(map.runs.map(({ from, to, isFrozen }) => [from, to, isFrozen])).to.deep.equal([
      [0, 1000, false],
      [1000, 1500, true],
      [1500, 4000, false],
    ]);
  });

  it('repeats from the offset as often as requested, then freezes at the end', () => {
    const map = timeMapOf({ ...plain, offset: 200, media: 1200, plays: 2, length: 2600 });
    expect([0, 999, 1000, 1500, 1999, 2000, 2500].map(map.sourceTimeAt)).to.deep.equal([
      200, 1199, 200, 700, 1199, 1200, 1200,
    ]);
    expect(map.runs.map(({ from, to, isFrozen, round }) => [from, to, isFrozen, round])).to.deep.equal([
      [0, 1000, false, 0],
      [1000, 2000, false, 1],
      [2000, 2600, true, 1],
    ]);
  });

  it('plays the same part backwards as forwards', () => {
    fc.assert(
      fc.property(retiming, speedValue, (given, value) => {
        const whole = { ...given, speed: [{ time: 0, value }], freezes: [], plays: 1 };
        const length = Math.min(given.length, Math.max(1, given.media - given.offset) / value);
        const forwards = timeMapOf({ ...whole, length, isReversed: false });
        const backwards = timeMapOf({ ...whole, length, isReversed: true });
        for (const t of times(length, 20))
          expect(backwards.sourceTimeAt(t)).to.be.closeTo(forwards.sourceTimeAt(length - t), 1e-6);
      }),
    );
  });

  it('stays within the media, and moves in one direction without a jump within a run', () => {
    fc.assert(
      fc.property(retiming, (given) => {
        const map = timeMapOf(given);
        const end = Math.max(given.offset, given.media);
        for (const run of map.runs) {
          let before = run.source;
          expect(map.sourceTimeAt(run.from)).to.be.closeTo(run.source, 1e-3);
          for (const t of times(run.to - run.from, 40).slice(0, -1)) {
            const at = map.sourceTimeAt(run.from + t);
            expect(at).to.be.within(given.offset - 1e-6, end + 1e-6);
            const moved = given.isReversed ? before - at : at - before;
            const most = run.isFrozen ? 0 : ((run.to - run.from) / 40) * 10;
            // Both instants are exact to a tenth of a ms: speeds that overshoot are cut off at their limits.
            expect(moved).to.be.within(-0.2, most + 0.2);
            before = at;
          }
        }
      }),
    );
  });

  it('has runs that cover the clip, and no more loops than it plays', () => {
    fc.assert(
      fc.property(retiming, (given) => {
        const { runs } = timeMapOf(given);
        let at = 0;
        for (const { from, to } of runs) {
          expect(from).to.equal(at);
          expect(to).to.be.at.least(from);
          at = to;
        }
        expect(at).to.equal(given.length);
        const rounds = new Set(runs.map(({ round }) => round)).size;
        expect(rounds).to.be.at.most(roundsOf(given) + 1);
      }),
    );
  });

  it('computes when an instant of the media is reached', () => {
    fc.assert(
      fc.property(retiming, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (given, share) => {
        const map = timeMapOf(given);
        for (const run of map.runs.filter(({ isFrozen, from, to }) => !isFrozen && to - from > 0.01)) {
          const t = run.from + (run.to - run.from) * share;
          expect(map.timeIn(run, map.sourceTimeAt(t))).to.be.closeTo(t, 1e-4);
        }
      }),
    );
  });

  it('is as long as its media if it plays all of it', () => {
    expect(lengthToPlayAll({ ...plain, offset: 2000, speed: [{ time: 0, value: 2 }], plays: 1 })).to.equal(
      4000,
    );
    expect(lengthToPlayAll({ ...plain, plays: 3 })).to.equal(30_000);
    expect(lengthToPlayAll({ ...plain, plays: 1, freezes: [{ at: 10_000, duration: 700 }] })).to.equal(
      10_700,
    );
    const slowing = [
      { time: 0, value: 7.835519157895412, easing: 'linear' as const },
      { time: 2480, value: 0.14109374533039398, easing: 'linear' as const },
    ];
    const example: Retiming = { ...plain, media: 3297, length: 1, speed: slowing, plays: 1 };
    fc.assert(
      fc.property(retiming, fc.constantFrom(1, 3), (given, plays) => {
        const round = Math.min(given.media, 9000);
        const length = lengthToPlayAll({ ...given, media: given.offset + round, plays });
        expect(playedMedia({ ...given, length })).to.be.closeTo(round * plays, 1e-3);
      }),
      { examples: [[example, 3]] },
    );
  });
});
