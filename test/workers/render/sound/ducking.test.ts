import { expect } from 'chai';
import * as fc from 'fast-check';
import { joinedSpans } from '../../../../domain/groups.js';
import { dipsFor } from '../../../../workers/render/sound/ducking.js';
import { gainsOf } from '../../../../workers/render/sound/shape.js';

const SAMPLES = 4000;
const spans = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 500 })), { maxLength: 6 })
  .map((pairs) =>
    joinedSpans(
      pairs.map(([from, length]) => ({ from, to: from + length })),
      0,
    ),
  );
const duck = fc.record({
  by: fc.integer({ min: -60, max: -1 }),
  attack: fc.integer({ min: 1, max: 800 }),
  release: fc.integer({ min: 1, max: 800 }),
});
const levelsOf = (dips: ReturnType<typeof dipsFor>): ReadonlyArray<number> =>
  Array.from(
    gainsOf({ volumes: [], fades: undefined, dips }, 0, SAMPLES) ?? [],
    (gain) => 20 * Math.log10(gain),
  );

describe('Ducking', () => {
  it('lowers the gain at the rate of the attack while others are audible, and raises it at that of the release', () => {
    fc.assert(
      fc.property(spans, duck, (spans, { by, attack, release }) => {
        const levels = levelsOf(dipsFor({ by, attack, release }, spans));
        let [level, furthest] = [0, 0];
        for (let n = 0; n < SAMPLES; n += 1) {
          furthest = Math.max(furthest, Math.abs((levels[n] ?? NaN) - level));
          const isHeard = spans.some(({ from, to }) => n >= from && n < to);
          level = isHeard ? Math.max(by, level + by / attack) : Math.min(0, level - by / release);
        }
        expect(furthest).to.be.at.most(1e-6);
      }),
    );
  });

  it('is the same however the audio is split into windows', () => {
    fc.assert(
      fc.property(spans, duck, fc.integer({ min: 1, max: SAMPLES - 1 }), (spans, how, cut) => {
        const dips = dipsFor(how, spans);
        const [whole, first, second] = [
          [0, SAMPLES],
          [0, cut],
          [cut, SAMPLES - cut],
        ].map(([from = 0, count = 0]) => [
          ...(gainsOf({ volumes: [], fades: undefined, dips }, from, count) ?? []),
        ]);
        expect([...(first ?? []), ...(second ?? [])]).to.deep.equal(whole);
      }),
    );
  });

  it('joins spans that are close to each other', () => {
    const apart = [
      { from: 100, to: 200 },
      { from: 0, to: 50 },
      { from: 150, to: 180 },
    ];
    expect(joinedSpans(apart, 10)).to.deep.equal([
      { from: 0, to: 50 },
      { from: 100, to: 200 },
    ]);
    expect(joinedSpans(apart, 50)).to.deep.equal([{ from: 0, to: 200 }]);
  });
});
