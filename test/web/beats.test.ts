import { expect } from 'chai';
import { beatsOf } from '../../web/src/editor/timeline/beats.js';

const PER_SECOND = 200;

/** Levels of a sound with clicks at these times, s, over a quiet hum. */
const clicks = (seconds: number, times: ReadonlyArray<number>): Float32Array => {
  const levels = new Float32Array(seconds * PER_SECOND).fill(0.02);
  for (const time of times) levels.set([0.9, 0.5, 0.2], Math.round(time * PER_SECOND));
  return levels;
};

describe('beats', () => {
  for (const perMinute of [80, 100, 128, 160])
    it(`are found at ${perMinute} a minute, also where one is not played`, () => {
      const distance = 60 / perMinute;
      const all = Array.from({ length: 24 }, (_, index) => 0.2 + index * distance);
      const played = all.filter((_, index) => index % 7 !== 5);
      const found = beatsOf(clicks(20, played), PER_SECOND);
      expect(found).to.have.length(all.length);
      found.forEach((beat, index) => expect(beat).to.be.closeTo(all[index] ?? NaN, 0.03));
    });

  it('are none in silence, and in nothing', () => {
    expect(beatsOf(clicks(5, []), PER_SECOND)).to.deep.equal([]);
    expect(beatsOf(new Float32Array(0), PER_SECOND)).to.deep.equal([]);
  });
});
