/** How long a stretch is whose levels are told, ms. */
export const LEVEL_MS = 5;

/** The levels of a sound. */
export interface SoundLevels {
  /** A pair for every {@link LEVEL_MS} from the start: root mean square, and the sample furthest from zero, with its sign. */
  readonly pairs: Float32Array;
  /** The greatest root mean square, and the greatest sample. */
  readonly loudest: { readonly rms: number; readonly peak: number };
}

const rmsOf = (pairs: Float32Array, step: number): number => pairs[step * 2] ?? 0;
const peakOf = (pairs: Float32Array, step: number): number => pairs[step * 2 + 1] ?? 0;

/** Levels from pairs of root mean square and peak. */
export const soundLevels = (pairs: Float32Array): SoundLevels => {
  let [rms, peak] = [0, 0];
  for (let step = 0; step * 2 < pairs.length; step += 1) {
    rms = Math.max(rms, rmsOf(pairs, step));
    peak = Math.max(peak, Math.abs(peakOf(pairs, step)));
  }
  return { pairs, loudest: { rms, peak } };
};

/** No sound at all. */
export const SILENCE = soundLevels(new Float32Array(0));

/** The root mean square from one time to a later one, ms from the start; it changes without steps. Silent outside the sound. */
export const levelWithin = ({ pairs }: SoundLevels, from: number, to: number): number => {
  const [first, last] = [from / LEVEL_MS, to / LEVEL_MS];
  let sum = 0;
  for (let step = Math.max(0, Math.floor(first)); step < last && step * 2 < pairs.length; step += 1) {
    const share = Math.min(step + 1, last) - Math.max(step, first);
    sum += rmsOf(pairs, step) ** 2 * share;
  }
  return Math.sqrt(sum / (last - first));
};

/** The sample that is furthest from zero among some steps, `from` ≤ n < `to`. */
export const peakWithin = ({ pairs }: SoundLevels, from: number, to: number): number => {
  let most = 0;
  for (let step = Math.max(0, from); step < to && step * 2 < pairs.length; step += 1)
    if (Math.abs(peakOf(pairs, step)) > Math.abs(most)) most = peakOf(pairs, step);
  return most;
};
