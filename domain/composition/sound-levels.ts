/** The duration of a step, for which levels are measured, in ms. */
export const LEVEL_MS = 5;

const FIELDS = 3;

/** The levels of audio over time. */
export interface SoundLevels {
  /** For each step from the start: root mean square, minimum and maximum sample. */
  readonly values: Float32Array;
  /** The maximum root mean square, and the maximum absolute sample. */
  readonly loudest: { readonly rms: number; readonly peak: number };
}

const rmsOf = (values: Float32Array, step: number): number => values[step * FIELDS] ?? 0;
const leastOf = (values: Float32Array, step: number): number => values[step * FIELDS + 1] ?? 0;
const greatestOf = (values: Float32Array, step: number): number => values[step * FIELDS + 2] ?? 0;

export const soundLevels = (values: Float32Array): SoundLevels => {
  let [rms, peak] = [0, 0];
  for (let step = 0; step * FIELDS < values.length; step += 1) {
    rms = Math.max(rms, rmsOf(values, step));
    peak = Math.max(peak, -leastOf(values, step), greatestOf(values, step));
  }
  return { values, loudest: { rms, peak } };
};

export const SILENCE = soundLevels(new Float32Array(0));

/** The root mean square between two times, in ms from the start, interpolated. Silent outside the audio. */
export const levelWithin = ({ values }: SoundLevels, from: number, to: number): number => {
  const [first, last] = [from / LEVEL_MS, to / LEVEL_MS];
  let sum = 0;
  for (let step = Math.max(0, Math.floor(first)); step < last && step * FIELDS < values.length; step += 1) {
    const fraction = Math.min(step + 1, last) - Math.max(step, first);
    sum += rmsOf(values, step) ** 2 * fraction;
  }
  return Math.sqrt(sum / (last - first));
};

/** The minimum and maximum sample of the steps `from` ≤ n < `to`. */
export const extremesWithin = (
  { values }: SoundLevels,
  from: number,
  to: number,
): { readonly least: number; readonly greatest: number } => {
  let [least, greatest] = [Infinity, -Infinity];
  for (let step = from; step < to; step += 1) {
    least = Math.min(least, step < 0 ? 0 : leastOf(values, step));
    greatest = Math.max(greatest, step < 0 ? 0 : greatestOf(values, step));
  }
  return { least, greatest };
};
