import { expect } from 'chai';
import * as fc from 'fast-check';
import { levelledGain } from '../../../../workers/render/sound/levelled-gain.js';
import { gainTo, loudnessMeter } from '../../../../workers/render/sound/loudness-meter.js';

const RATE = 48_000;
const sine = (frequency: number, amplitude: number, seconds: number): Float32Array =>
  Float32Array.from(
    { length: seconds * RATE * 2 },
    (_, n) => amplitude * Math.sin((2 * Math.PI * frequency * (n >> 1)) / RATE),
  );
const loudnessOf = (...sounds: ReadonlyArray<Float32Array>): number => {
  const meter = loudnessMeter();
  for (const sound of sounds) meter.add(sound);
  return meter.loudness();
};

describe('The loudness meter', () => {
  it('measures the sines of EBU Tech 3341: 1 kHz in both channels at -23 dBFS is -23 LUFS', () => {
    expect(loudnessOf(sine(1000, 10 ** (-23 / 20), 20))).to.be.closeTo(-23, 0.1);
    expect(loudnessOf(sine(1000, 10 ** (-33 / 20), 20))).to.be.closeTo(-33, 0.1);
    const [soft, loud] = [10 ** (-36 / 20), 10 ** (-23 / 20)];
    // Case 3: what is 13 LU softer than the rest falls to the relative gate.
    expect(loudnessOf(sine(1000, soft, 10), sine(1000, loud, 60), sine(1000, soft, 10))).to.be.closeTo(
      -23,
      0.1,
    );
  });

  it('returns -Infinity for silence, which stays unchanged', () => {
    expect(loudnessOf()).to.equal(-Infinity);
    expect(loudnessOf(new Float32Array(RATE * 4))).to.equal(-Infinity);
    expect(gainTo(-14, -Infinity)).to.equal(1);
  });

  it('measures audio shorter than a block as one block', () => {
    expect(loudnessOf(sine(1000, 10 ** (-23 / 20), 0.25))).to.be.closeTo(-23, 0.3);
  });

  it('follows gains, and does not depend on how the audio is split', () => {
    const sound = sine(440, 0.1, 2);
    const whole = loudnessOf(sound);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: sound.length / 2 - 1 }),
        fc.double({ min: -20, max: 20, noNaN: true }),
        (cut, db) => {
          expect(loudnessOf(sound.slice(0, cut * 2), sound.slice(cut * 2))).to.be.closeTo(whole, 1e-9);
          const louder = sound.map((sample) => sample * 10 ** (db / 20));
          expect(loudnessOf(louder)).to.be.closeTo(whole + db, 1e-3);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('results in a gain that compensates for the limiter, within 40 dB', async () => {
    // A limiter that takes away a third of what it is given above the measured loudness.
    const limited = async (gain: number) => -30 + (20 * Math.log10(gain) * 2) / 3;
    const gain = await levelledGain(-20, { loudness: -30, peak: 0.9 }, 0.94, limited);
    expect(20 * Math.log10(gain)).to.be.closeTo(15, 0.3);
    expect(await levelledGain(-20, { loudness: -30, peak: 0.1 }, 0.94, limited)).to.be.closeTo(
      10 ** 0.5,
      1e-9,
    );
    const hopeless = await levelledGain(-5, { loudness: -60, peak: 1 }, 0.94, async () => -60);
    expect(20 * Math.log10(hopeless)).to.be.closeTo(40, 1e-6);
  });
});
