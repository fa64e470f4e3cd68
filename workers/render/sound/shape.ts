import { fadeGain, type PanMatrix } from '../../../domain/composition/animation/sound-gain.js';
import { numberAt } from '../../../domain/composition/animation/keyframes.js';
import type { SoundPart } from '../plan/sound-plan.js';
import { CHANNELS, SAMPLE_RATE } from '../plan/samples.js';
import type { Fades, SoundShaping, VolumeTrack } from '../plan/sound-shaping.js';
import { passFilter, stereoFilter } from './biquad.js';
import type { Dips } from './ducking.js';
import type { NoiseReduction } from './noise-profile.js';

/** What is done to a sound once its noise, its loudness and the sounds that it makes room for are known. */
export interface MeasuredShaping extends Omit<SoundShaping, 'denoise' | 'normalize' | 'duck'> {
  readonly denoise: NoiseReduction | undefined;
  readonly dips: Dips | undefined;
}

/** A part whose loudness is in its volume. */
export interface MeasuredPart extends Omit<SoundPart, 'shaping'> {
  readonly shaping?: MeasuredShaping;
}

/** Changes interleaved stereo samples in place, the next ones each time; `from` is the sample that the first one is. */
export type Shaper = (samples: Float32Array, from: number) => void;

/** Keyframed volumes are computed every millisecond, and change in straight lines between: no steps are heard. */
const CONTROL = SAMPLE_RATE / 1000;

const filtersOf = ({ highpass, lowpass }: Pick<SoundShaping, 'highpass' | 'lowpass'>) => [
  ...(highpass === undefined ? [] : [stereoFilter(passFilter('highpass', highpass))]),
  ...(lowpass === undefined ? [] : [stereoFilter(passFilter('lowpass', lowpass))]),
];

/** Does to a sound what comes before its loudness is measured: filters. */
export const filterShaper = (shaping: Pick<SoundShaping, 'highpass' | 'lowpass'>): Shaper => {
  const filters = filtersOf(shaping);
  return (samples) => {
    for (const filter of filters) filter(samples);
  };
};

/** Does to a sound all that its shaping says, but for noise reduction. */
export const shaperOf = (shaping: MeasuredShaping): Shaper => {
  const filter = filterShaper(shaping);
  const { pan } = shaping;
  return (samples, from) => {
    filter(samples, from);
    const gains = gainsOf(shaping, from, samples.length / CHANNELS);
    if (gains)
      for (const [frame, gain] of gains.entries()) {
        samples[frame * 2] = (samples[frame * 2] ?? 0) * gain;
        samples[frame * 2 + 1] = (samples[frame * 2 + 1] ?? 0) * gain;
      }
    if (pan) applyPan(samples, pan);
  };
};

/** The gain of each of `count` samples from `from` on: volumes, ducking and fades; undefined where all are one. */
export const gainsOf = (
  { volumes, dips, fades }: Pick<MeasuredShaping, 'volumes' | 'dips' | 'fades'>,
  from: number,
  count: number,
): Float64Array | undefined => {
  if (volumes.length === 0 && !dips && !fades) return undefined;
  const gains = new Float64Array(count).fill(1);
  for (const track of volumes) applyVolume(gains, track, from);
  if (dips) applyDips(gains, dips, from);
  if (fades) applyFades(gains, fades, from);
  return gains;
};

const applyVolume = (gains: Float64Array, { points, origin }: VolumeTrack, from: number): void => {
  const valueAt = (step: number): number => numberAt(points, (step * CONTROL * 1000) / SAMPLE_RATE);
  let step = Math.floor((from - origin) / CONTROL);
  let [low, high] = [valueAt(step), valueAt(step + 1)];
  for (let i = 0; i < gains.length; i += 1) {
    const at = (from + i - origin) / CONTROL;
    if (at >= step + 1) {
      step += 1;
      [low, high] = [high, valueAt(step + 1)];
    }
    gains[i] = (gains[i] ?? 0) * Math.max(0, low + (high - low) * (at - step));
  }
};

const applyDips = (gains: Float64Array, { points }: Dips, from: number): void => {
  let next = points.findIndex(({ at }) => at > from);
  for (let i = 0; i < gains.length && next >= 0; i += 1) {
    while (next < points.length && (points[next]?.at ?? Infinity) <= from + i) next += 1;
    const [before, after] = [points[next - 1], points[next]];
    if (!after) break;
    if (!before) {
      i = Math.max(i, Math.ceil(after.at) - from - 1);
      continue;
    }
    const share = (from + i - before.at) / (after.at - before.at);
    const level = before.level + (after.level - before.level) * share;
    if (level !== 0) gains[i] = (gains[i] ?? 0) * 10 ** (level / 20);
  }
};

const applyFades = (gains: Float64Array, fades: Fades, from: number): void => {
  const { curve } = fades;
  const over = (start: number, end: number, gain: (n: number) => number): void => {
    for (let n = Math.max(start, from); n < Math.min(end, from + gains.length); n += 1)
      gains[n - from] = (gains[n - from] ?? 0) * gain(n);
  };
  over(fades.from, fades.from + fades.in, (n) => fadeGain(curve, (n - fades.from) / fades.in));
  over(fades.to - fades.out, fades.to, (n) => fadeGain(curve, (fades.to - n) / fades.out));
  if (fades.out > 0) over(fades.to, Infinity, () => 0);
};

const applyPan = (
  samples: Float32Array,
  { leftToLeft, rightToLeft, leftToRight, rightToRight }: PanMatrix,
): void => {
  for (let i = 0; i + 1 < samples.length; i += 2) {
    const [left, right] = [samples[i] ?? 0, samples[i + 1] ?? 0];
    samples[i] = left * leftToLeft + right * rightToLeft;
    samples[i + 1] = left * leftToRight + right * rightToRight;
  }
};
