import { expect } from 'chai';
import { type Retiming, timeMapOf } from '../../../../domain/composition/animation/time-map.js';
import { retimedSound } from '../../../../workers/render/sound/retimed-sound.js';

const RATE = 48_000;
const plain: Retiming = {
  offset: 0,
  media: 6000,
  length: 6000,
  speed: [{ time: 0, value: 1 }],
  freezes: [],
  plays: 1,
  isReversed: false,
};
const at = (value: number) => [{ time: 0, value }];
const RAMP = [
  { time: 500, value: 0.5 },
  { time: 3500, value: 3, easing: 'easeInOut' as const },
];

/** A source of six seconds: the left channel by a function of the time in seconds, the right one half as loud. */
const sourceOf = (left: (seconds: number) => number): Float32Array =>
  Float32Array.from({ length: RATE * 6 * 2 }, (_, n) => left((n >> 1) / RATE) * (n % 2 === 0 ? 1 : 0.5));

/** Gives a source in chunks whose borders fall anywhere. */
const opened = (source: Float32Array) =>
  async function* (from: number, to: number): AsyncGenerator<Float32Array> {
    const samples = source.slice(from * 2, to * 2);
    for (let n = 0; n < samples.length; n += 16_381) yield samples.slice(n, n + 16_381);
  };

const retimed = async (retiming: Retiming, source: Float32Array, pitch: 'keep' | 'follow' = 'keep') => {
  const samples = (retiming.length * RATE) / 1000;
  const out = new Float32Array(samples * 2);
  let filled = 0;
  for await (const block of retimedSound({ retiming, pitch }, samples, opened(source))) {
    out.set(block, filled);
    filled += block.length;
  }
  expect(filled).to.equal(samples * 2);
  return out;
};

/** The frequency in Hz between two times in ms, by counting upward crossings of zero. */
const frequency = (sound: Float32Array, from: number, to: number): number => {
  const crossings: number[] = [];
  for (let n = Math.ceil(from * 48); n < to * 48; n += 1) {
    const [a, b] = [sound[n * 2] ?? 0, sound[n * 2 + 2] ?? 0];
    if (a < 0 && b >= 0) crossings.push(n + a / (a - b));
  }
  const [first = 0, last = 0] = [crossings[0], crossings.at(-1)];
  return ((crossings.length - 1) * RATE) / (last - first);
};

const level = (sound: Float32Array, from: number, to: number): number => {
  let sum = 0;
  for (let n = Math.round(from * 48); n < to * 48; n += 1) sum += (sound[n * 2] ?? 0) ** 2;
  return Math.sqrt(sum / ((to - from) * 48));
};

/** When sound sets in after `from`, ms: when it reaches a fifth of its amplitude. */
const onset = (sound: Float32Array, from: number, threshold = 0.1): number => {
  for (let n = Math.round(from * 48); n < sound.length / 2; n += 1)
    if (Math.abs(sound[n * 2] ?? 0) > threshold) return n / 48;
  return NaN;
};

const tone = sourceOf((t) => 0.5 * Math.sin(2 * Math.PI * 440 * t));
/** Beeps of 100 ms at every half second from the first on. */
const beeps = sourceOf((t) => (t >= 0.5 && t % 0.5 < 0.1 ? 0.5 * Math.sin(2 * Math.PI * 1000 * t) : 0));

describe('Audio of a retimed clip', () => {
  it('keeps the pitch at half, double and tenfold speed, and over a ramp', async () => {
    for (const speed of [at(0.5), at(2), at(1.3), at(10), RAMP]) {
      const length = speed[0]?.value === 10 ? 600 : 3000;
      const sound = await retimed({ ...plain, length, speed }, tone);
      expect(frequency(sound, 50, length - 50)).to.be.within(440 * 0.99, 440 * 1.01);
      for (let t = 50; t + 100 < length; t += 100)
        expect(level(sound, t, t + 100), `from ${t}`).to.be.closeTo(0.5 / Math.SQRT2, 0.02);
    }
  });

  it('changes the pitch with the speed if requested', async () => {
    for (const value of [0.5, 1, 2]) {
      const sound = await retimed({ ...plain, length: 2000, speed: at(value) }, tone, 'follow');
      expect(frequency(sound, 50, 1950)).to.be.closeTo(440 * value, 0.5);
      expect(level(sound, 50, 1950)).to.be.closeTo(0.5 / Math.SQRT2, 0.005);
    }
    const ramp = await retimed({ ...plain, length: 4000, speed: RAMP }, tone, 'follow');
    expect(frequency(ramp, 0, 500)).to.be.closeTo(220, 1);
    expect(frequency(ramp, 3500, 4000)).to.be.closeTo(1320, 1);
    // What would come back as another pitch is cut: 20 kHz at double speed.
    const high = sourceOf((t) => 0.5 * Math.sin(2 * Math.PI * 20_000 * t));
    expect(
      level(await retimed({ ...plain, length: 1000, speed: at(2) }, high, 'follow'), 50, 950),
    ).to.be.below(1e-3);
  });

  it('starts beeps at their computed times, exact to the millisecond', async () => {
    const cases: ReadonlyArray<Partial<Retiming>> = [
      { speed: at(0.5) },
      { speed: at(0.8) },
      { speed: at(1.25) },
      { speed: at(2), length: 2900 },
      { speed: at(4), length: 1400 },
      { speed: RAMP, length: 3800 },
      { speed: at(1.5), freezes: [{ at: 900, duration: 333 }], length: 4000 },
    ];
    for (const pitch of ['keep', 'follow'] as const)
      for (const change of cases) {
        const retiming = { ...plain, ...change };
        const sound = await retimed(retiming, beeps, pitch);
        const map = timeMapOf(retiming);
        for (const run of map.runs.filter(({ isFrozen }) => !isFrozen))
          for (let source = 500; source < 6000; source += 500) {
            const t = map.timeIn(run, source);
            if (t < run.from + 5 || t > run.to - 5) continue;
            const message = `${pitch} ${JSON.stringify(change)} beep at ${source}`;
            expect(onset(sound, t - 20), message).to.be.closeTo(t, 0.5);
          }
      }
  });

  it('is the source unchanged at its own speed, from any offset', async () => {
    const noise = sourceOf((t) => Math.sin(t * 12_345.678) * Math.sin(t * 777));
    const same = noise.slice(700 * 96, 2700 * 96);
    const retiming = { ...plain, offset: 700, length: 2000 };
    expect(await retimed(retiming, noise)).to.deep.equal(same);
    const followed = await retimed(retiming, noise, 'follow');
    expect(followed.every((value, n) => Math.abs(value - (same[n] ?? 2)) < 1e-5)).to.equal(true);
  });

  it('is silent in a freeze and continues where it stopped', async () => {
    const noise = sourceOf((t) => 0.5 * Math.sin(t * 2345.678));
    const sound = await retimed({ ...plain, length: 3000, freezes: [{ at: 1000, duration: 500 }] }, noise);
    expect(level(sound, 1000, 1500)).to.equal(0);
    expect(sound.slice(0, 990 * 96)).to.deep.equal(noise.slice(0, 990 * 96));
    expect(sound.slice(1510 * 96)).to.deep.equal(noise.slice(1010 * 96, 2500 * 96));
    // No click: neighbouring samples at the edge differ little.
    expect(Math.abs(sound[(1000 * 48 - 1) * 2] ?? 1)).to.be.below(0.02);
  });

  it('repeats from the offset, exact to the sample', async () => {
    const noise = sourceOf((t) => Math.sin(t * 12_345.678));
    const sound = await retimed({ ...plain, offset: 500, media: 1500, length: 2600, plays: 2 }, noise);
    const round = noise.slice(500 * 96, 1500 * 96);
    expect(sound.slice(0, 1000 * 96)).to.deep.equal(round);
    expect(sound.slice(1000 * 96, 1990 * 96)).to.deep.equal(round.slice(0, 990 * 96));
    expect(level(sound, 2000, 2600)).to.equal(0);
  });

  it('decodes a short source once, however often it plays', async () => {
    let count = 0;
    const open = opened(tone);
    const counting = (from: number, to: number) => {
      count += 1;
      return open(from, to);
    };
    for (const isReversed of [false, true]) {
      const retiming = {
        ...plain,
        offset: 500,
        media: 800,
        length: 3000,
        plays: 'endless',
        isReversed,
      } as const;
      count = 0;
      let samples = 0;
      for await (const block of retimedSound({ retiming, pitch: 'keep' }, 3 * RATE, counting))
        samples += block.length;
      expect(samples).to.equal(3 * RATE * 2);
      expect(count).to.equal(1);
    }
  });

  it('plays backwards without swapping left and right', async () => {
    const noise = sourceOf((t) => Math.sin(t * 12_345.678));
    const sound = await retimed({ ...plain, offset: 250, length: 5000, isReversed: true }, noise);
    const mirrored = (n: number): number | undefined => noise[(5250 * 48 - 1 - (n >> 1)) * 2 + (n % 2)];
    expect(sound.every((value, n) => value === mirrored(n))).to.equal(true);
    const slow = await retimed({ ...plain, isReversed: true, speed: at(0.5), length: 6000 }, beeps);
    // Backwards, the beep at 2500 ms ends at its beginning and begins at 2600 ms of the source.
    expect(onset(slow, 700)).to.be.closeTo((3000 - 2600) * 2, 0.5);
  });

  it('is silent where the source ends before its container', async () => {
    const short = tone.slice(0, 3000 * 96);
    const sound = await retimed({ ...plain, length: 4000, isReversed: true }, short);
    expect(level(sound, 0, 900)).to.equal(0);
    expect(level(sound, 1050, 3950)).to.be.closeTo(0.5 / Math.SQRT2, 0.01);
  });
});
