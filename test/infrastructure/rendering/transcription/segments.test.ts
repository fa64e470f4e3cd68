import { expect } from 'chai';
import * as fc from 'fast-check';
import { segmentsOf } from '../../../../infrastructure/rendering/transcription/segments.js';

const SILENT = -100;
const LOUD = -20;

/** Levels of frames of 10 ms from stretches of [level in dB, length in ms]. */
const levels = (...stretches: ReadonlyArray<readonly [number, number]>): Float32Array =>
  Float32Array.from(stretches.flatMap(([level, ms]) => Array<number>(ms / 10).fill(level)));

describe('segments of audio', () => {
  it('omit silence, clicks and inaudible audio', () => {
    expect(segmentsOf(new Float32Array(0), 20_000)).to.deep.equal([]);
    expect(segmentsOf(levels([SILENT, 5000]), 20_000)).to.deep.equal([]);
    expect(segmentsOf(levels([SILENT, 2000], [LOUD, 50], [SILENT, 2000]), 20_000)).to.deep.equal([]);
    expect(segmentsOf(levels([-60, 5000]), 20_000)).to.deep.equal([]);
  });

  it('are the audible stretches with a margin, separated by long pauses but not by short ones', () => {
    const sound = levels(
      [SILENT, 2000],
      [LOUD, 1000],
      [SILENT, 1000],
      [LOUD, 500],
      [SILENT, 3000],
      [LOUD, 400],
    );
    expect(segmentsOf(sound, 20_000)).to.deep.equal([
      { startMs: 1700, endMs: 4800 },
      { startMs: 7200, endMs: 7900 },
    ]);
  });

  it('find speech over a constant background', () => {
    const sound = levels([-45, 3000], [LOUD, 1000], [-45, 3000]);
    expect(segmentsOf(sound, 20_000)).to.deep.equal([{ startMs: 2700, endMs: 4300 }]);
  });

  it('are cut at the quietest point if they are too long', () => {
    const sound = levels([LOUD, 7000], [-30, 300], [LOUD, 7700]);
    const [first, second, ...more] = segmentsOf(sound, 10_000);
    expect(more).to.deep.equal([]);
    expect(first?.startMs).to.equal(0);
    expect(first?.endMs).to.be.within(7000, 7300);
    expect(second).to.deep.equal({ startMs: first?.endMs, endMs: 15_000 });
  });

  it('cover every audible frame except clicks once, in order, and none is too long', () => {
    const stretch = fc.tuple(fc.constantFrom(SILENT, -30, LOUD), fc.integer({ min: 10, max: 400 }));
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 12 }), (stretches) => {
        const sound = levels(...stretches.map(([level, frames]) => [level, frames * 10] as const));
        const segments = segmentsOf(sound, 5000);
        segments.forEach(({ startMs, endMs }, index) => {
          expect(startMs).to.be.at.least(segments[index - 1]?.endMs ?? 0);
          expect(endMs).to.be.within(startMs + 10, Math.min(startMs + 5000, sound.length * 10));
        });
        sound.forEach((level, frame) => {
          const covered = segments.some(({ startMs, endMs }) => frame * 10 >= startMs && frame * 10 < endMs);
          if (level === LOUD && !covered) expect(stretchAround(sound, frame)).to.be.below(10);
        });
      }),
    );
  });
});

/** How many frames of the same level stand together around this one. */
const stretchAround = (sound: Float32Array, frame: number): number => {
  let from = frame;
  let to = frame;
  while (sound[from - 1] === sound[frame]) from -= 1;
  while (sound[to + 1] === sound[frame]) to += 1;
  return to - from + 1;
};
