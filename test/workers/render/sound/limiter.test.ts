import { expect } from 'chai';
import * as fc from 'fast-check';
import { stereoLimiter } from '../../../../workers/render/sound/limiter.js';

const through = (samples: Float32Array, ceiling: number, chunk: number): Float32Array => {
  const limiter = stereoLimiter(ceiling);
  const parts: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += chunk * 2)
    parts.push(limiter.push(samples.slice(at, at + chunk * 2)));
  parts.push(limiter.flush());
  return Float32Array.from(parts.flatMap((part) => [...part]));
};
const noise = (length: number, amplitude: number, seed: number): Float32Array =>
  Float32Array.from(
    { length: length * 2 },
    (_, n) => amplitude * Math.sin(n * seed) * Math.cos(n * 0.37 * seed),
  );

describe('The limiter', () => {
  it('lets no sample exceed the ceiling, however the audio is split into windows', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 8, noNaN: true }),
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        fc.integer({ min: 1, max: 5000 }),
        (amplitude, seed, chunk) => {
          const samples = noise(4000, amplitude, seed);
          const out = through(samples, 0.9, chunk);
          expect(out.length).to.equal(samples.length);
          expect(out.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).to.be.at.most(0.9 + 1e-6);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('does not change audio below the ceiling', () => {
    const samples = noise(20_000, 0.89, 0.731);
    expect(through(samples, 0.9, 1234)).to.deep.equal(samples);
  });

  it('produces the same output for any windows', () => {
    const samples = noise(20_000, 2, 0.0131);
    const whole = through(samples, 0.9, 20_000);
    const cut = through(samples, 0.9, 777);
    let most = 0;
    for (const [n, value] of whole.entries()) most = Math.max(most, Math.abs(value - (cut[n] ?? 0)));
    expect(most).to.be.below(1e-6);
  });

  it('applies the same gain to both channels, and never changes it faster than its look-ahead', () => {
    const samples = new Float32Array(9600).fill(0.5);
    for (let n = 2400; n < 2410; n += 1) samples[n * 2] = 4;
    const out = through(samples, 1, 500);
    let steepest = 0;
    for (let n = 1; n < 4800; n += 1)
      steepest = Math.max(steepest, Math.abs((out[n * 2 + 1] ?? 0) - (out[n * 2 - 1] ?? 0)));
    expect(steepest).to.be.below(0.004);
  });
});
