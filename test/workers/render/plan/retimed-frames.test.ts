import { expect } from 'chai';
import * as fc from 'fast-check';
import { type Retiming, timeMapOf } from '../../../../domain/composition/animation/time-map.js';
import { frameRate, instantOf } from '../../../../domain/composition/timeline.js';
import { pickFilters } from '../../../../workers/render/ways/drawn/retimed-filters.js';
import { frameRuns } from '../../../../workers/render/plan/retimed-frames.js';

const retiming: fc.Arbitrary<Retiming> = fc.record({
  offset: fc.integer({ min: 0, max: 3000 }),
  media: fc.integer({ min: 500, max: 9000 }),
  length: fc.integer({ min: 1, max: 6000 }),
  speed: fc
    .tuple(fc.double({ min: 0.1, max: 10, noNaN: true }), fc.double({ min: 0.1, max: 10, noNaN: true }))
    .map(([from, to]) => [
      { time: 500, value: from },
      { time: 2500, value: to, easing: 'easeInOut' as const },
    ]),
  freezes: fc.constantFrom([], [{ at: 700, duration: 400 }]),
  plays: fc.constantFrom(1, 3, 'endless' as const),
  isReversed: fc.boolean(),
});
const fps = fc.constantFrom(1, 23.976, 25, 30, 120);

describe('The frames of a retimed video', () => {
  it('are split into runs that together show the right source frame on each frame', () => {
    fc.assert(
      fc.property(retiming, fps, fc.integer({ min: 1, max: 20 }), (given, fps, most) => {
        const rate = frameRate(fps);
        const start = 217;
        const frames = {
          from: Math.ceil((start * fps) / 1000),
          to: Math.ceil(((start + given.length) * fps) / 1000),
        };
        const runs = frameRuns({ retiming: given, start }, frames, rate, most);
        const shown = runs.flatMap(({ instants, isReversed }) =>
          isReversed ? instants.toReversed() : instants,
        );
        const { sourceTimeAt } = timeMapOf(given);
        expect(shown).to.have.length(frames.to - frames.from);
        for (const [index, instant] of shown.entries())
          expect(instant).to.be.closeTo(
            sourceTimeAt(instantOf(frames.from + index, rate) - start + 1e-4),
            1e-9,
          );
        for (const { instants, isReversed } of runs) {
          expect(isReversed).to.equal(given.isReversed);
          for (const [index, instant] of instants.entries())
            expect(instant).to.be.at.least((instants[index - 1] ?? instant) - 1e-9);
          if (isReversed) {
            expect(instants.length).to.be.at.most(Math.max(1, Math.min(most, fps / 2)));
            expect((instants.at(-1) ?? 0) - (instants[0] ?? 0)).to.be.at.most(500);
          }
        }
      }),
    );
  });

  it('need a short ffmpeg expression, however the speed changes', () => {
    const rate = frameRate(120);
    const long = { offset: 0, media: 1e6, length: 20_000, freezes: [], plays: 1, isReversed: false } as const;
    const words = (speed: Retiming['speed']): number => {
      const [run] = frameRuns({ retiming: { ...long, speed }, start: 0 }, { from: 0, to: 2400 }, rate, 1);
      return pickFilters(
        (run?.instants ?? []).map((instant) => instant / 1000),
        rate,
      ).join(',').length;
    };
    expect(words([{ time: 0, value: 1.7 }])).to.be.below(200);
    const ramp = [
      { time: 0, value: 0.1 },
      { time: 20_000, value: 10, easing: 'easeInOutBounce' as const },
    ];
    // An argument of a command has at most 128 KiB.
    expect(words(ramp)).to.be.below(64 * 1024);
  });
});
