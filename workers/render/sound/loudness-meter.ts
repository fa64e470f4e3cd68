import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';
import { type Coefficients, stereoFilter } from './biquad.js';

/** The K-weighting at 48 kHz (ITU-R BS.1770-4, annex 1, tables 1 and 2): a shelving filter, then a high-pass filter. */
const HEAD: Coefficients = {
  b0: 1.53512485958697,
  b1: -2.69169618940638,
  b2: 1.19839281085285,
  a1: -1.69065929318241,
  a2: 0.73248077421585,
};
const HIGH_PASS: Coefficients = { b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621 };

/** Gating blocks are 400 ms long; one begins every 100 ms. */
const STEP = SAMPLE_RATE / 10;
const STEPS_A_BLOCK = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

/** Measures interleaved stereo samples (ITU-R BS.1770-4) in constant time per sample and 80 bytes per second of audio. */
export const loudnessMeter = () => {
  const filters = [stereoFilter(HEAD), stereoFilter(HIGH_PASS)];
  const steps: number[] = [];
  let [sum, filled, peak] = [0, 0, 0];
  return {
    add: (samples: Float32Array): void => {
      const weighted = Float64Array.from(samples);
      for (const filter of filters) filter(weighted);
      for (let i = 0; i < samples.length; i += CHANNELS) {
        const [left, right] = [weighted[i] ?? 0, weighted[i + 1] ?? 0];
        peak = Math.max(peak, Math.abs(samples[i] ?? 0), Math.abs(samples[i + 1] ?? 0));
        sum += left * left + right * right;
        filled += 1;
        if (filled === STEP) {
          steps.push(sum / STEP);
          [sum, filled] = [0, 0];
        }
      }
    },
    /** Integrated loudness in LUFS (EBU R 128); -Infinity for silence. Audio shorter than 400 ms counts as one block. */
    loudness: (): number => gated(blocksOf(steps, sum, filled)),
    /** The maximum absolute value of the samples. */
    peak: (): number => peak,
  };
};

const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean square of each gating block. */
const blocksOf = (steps: ReadonlyArray<number>, rest: number, restLength: number): ReadonlyArray<number> => {
  if (steps.length >= STEPS_A_BLOCK)
    return steps.slice(STEPS_A_BLOCK - 1).map((_, index) => mean(steps.slice(index, index + STEPS_A_BLOCK)));
  const length = steps.length * STEP + restLength;
  return length === 0 ? [] : [(steps.reduce((sum, power) => sum + power * STEP, 0) + rest) / length];
};

const gated = (blocks: ReadonlyArray<number>): number => {
  const audible = blocks.filter((power) => power > 0 && loudnessOf(power) > ABSOLUTE_GATE);
  if (audible.length === 0) return -Infinity;
  const gate = loudnessOf(mean(audible)) + RELATIVE_GATE;
  return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > gate)));
};

/** The maximum factor to reach a target loudness; its inverse is the minimum. */
const MOST_CHANGE = 40;

/** The factor between two loudnesses (LUFS), at most ±40 dB; 1 for silence. */
export const gainTo = (target: number, loudness: number): number =>
  loudness === -Infinity ? 1 : 10 ** (Math.min(MOST_CHANGE, Math.max(-MOST_CHANGE, target - loudness)) / 20);
