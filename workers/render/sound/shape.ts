import { fadeGain, type PanMatrix } from '../../../domain/composition/animation/sound-gain.js';
import { trackValue } from '../../../domain/composition/animation/interpolation.js';
import type { SoundPart } from '../plan/sound/sound-plan.js';
import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';
import type { Fades, SoundShaping, VolumeTrack } from '../plan/sound/sound-shaping.js';
import { passFilter, stereoFilter } from './biquad.js';
import type { Dips } from './ducking.js';
import type { NoiseReduction } from './noise-profile.js';

/** The processing of a clip's audio, with measured loudness and ducking. */
export interface MeasuredShaping extends Omit<SoundShaping, 'denoise' | 'normalize' | 'duck'> {
  readonly denoise: NoiseReduction | undefined;
  readonly dips: Dips | undefined;
}

/** A part whose volume includes the correction of its loudness. */
export interface MeasuredPart extends Omit<SoundPart, 'shaping'> {
  readonly shaping?: MeasuredShaping;
}

/** Processes consecutive interleaved stereo samples in place; `from` is the index of the first sample. */
export type Shaper = (samples: Float32Array, from: number) => void;

/** Keyframed volumes are computed every so many samples (1 ms) and interpolated linearly, so that no step is audible. */
const CONTROL = SAMPLE_RATE / 1000;

const filtersOf = ({ highpass, lowpass }: Pick<SoundShaping, 'highpass' | 'lowpass'>) => [
  ...(highpass === undefined ? [] : [stereoFilter(passFilter('highpass', highpass))]),
  ...(lowpass === undefined ? [] : [stereoFilter(passFilter('lowpass', lowpass))]),
];

/** Applies the filters. Loudness is measured after them. */
export const filterShaper = (shaping: Pick<SoundShaping, 'highpass' | 'lowpass'>): Shaper => {
  const filters = filtersOf(shaping);
  return (samples) => {
    for (const filter of filters) filter(samples);
  };
};

/** Applies all processing except noise reduction. */
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

/** The gain of `count` samples from `from`: volumes, ducking and fades; undefined if there are none. */
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
  const gainAt = (step: number): number =>
    trackValue({ property: 'volume', points }, (step * CONTROL * 1000) / SAMPLE_RATE);
  let step = Math.floor((from - origin) / CONTROL);
  let [low, high] = [gainAt(step), gainAt(step + 1)];
  for (let i = 0; i < gains.length; i += 1) {
    const at = (from + i - origin) / CONTROL;
    if (at >= step + 1) {
      step += 1;
      [low, high] = [high, gainAt(step + 1)];
    }
    gains[i] = (gains[i] ?? 0) * (low + (high - low) * (at - step));
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
  const { curve, curveOut } = fades;
  const over = (start: number, end: number, gain: (n: number) => number): void => {
    for (let n = Math.max(start, from); n < Math.min(end, from + gains.length); n += 1)
      gains[n - from] = (gains[n - from] ?? 0) * gain(n);
  };
  over(fades.from, fades.from + fades.in, (n) => fadeGain(curve, (n - fades.from) / fades.in));
  over(fades.to - fades.out, fades.to, (n) => fadeGain(curveOut, (fades.to - n) / fades.out));
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
