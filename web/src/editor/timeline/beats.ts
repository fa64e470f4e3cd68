/** The shortest and longest time between beats, in seconds: 200 and 60 beats per minute. */
const [SHORTEST, LONGEST] = [0.3, 1];
/** The likeliest time between beats, in seconds: 120 beats per minute. */
const LIKELIEST = 0.5;
/** The cost of an early or late beat, in standard deviations of the onsets. */
const TIGHTNESS = 100;
/** The level below which a sound counts as silent. */
const SILENT = 1e-3;

/** The rise of the loudness at each level, in standard deviations; undefined if it never rises. */
const onsetsOf = (levels: Float32Array): Float32Array | undefined => {
  const loudness = levels.map((level) => Math.log(Math.max(SILENT, level)));
  const rises = loudness.map((now, index) => Math.max(0, now - (loudness[index - 1] ?? now)));
  const mean = rises.reduce((sum, rise) => sum + rise, 0) / rises.length;
  const deviation = Math.sqrt(rises.reduce((sum, rise) => sum + (rise - mean) ** 2, 0) / rises.length);
  if (!(deviation > 0)) return undefined;
  // Spread over the neighbours, because the distance of beats is seldom a whole number of levels.
  const near = (index: number): number => ((rises[index - 1] ?? 0) + (rises[index + 1] ?? 0)) / 2;
  return rises.map((rise, index) => (rise + near(index)) / deviation);
};

/** The distance of beats, in levels, at which the onsets repeat most, weighted towards the likeliest tempo. */
const distanceOf = (onsets: Float32Array, perSecond: number): number => {
  let best = { distance: 1, weight: -1 };
  for (let distance = Math.round(SHORTEST * perSecond); distance <= LONGEST * perSecond; distance += 1) {
    let repeated = 0;
    for (let index = distance; index < onsets.length; index += 1)
      repeated += (onsets[index] ?? 0) * (onsets[index - distance] ?? 0);
    const octaves = Math.log2(distance / perSecond / LIKELIEST);
    const weight = repeated * Math.exp(-0.5 * octaves ** 2);
    if (weight > best.weight) best = { distance, weight };
  }
  return best.distance;
};

/**
 * The beats of a sound, s from its start: the onsets that follow each other most evenly (D. Ellis, "Beat Tracking by
 * Dynamic Programming", 2007).
 * @param levels the peaks of the sound at equal distances, from 0 to 1
 * @param perSecond the number of levels per second; about 200
 */
export const beatsOf = (levels: Float32Array, perSecond: number): ReadonlyArray<number> => {
  const onsets = onsetsOf(levels);
  if (!onsets) return [];
  const distance = distanceOf(onsets, perSecond);
  // Precomputed for each distance between two beats, because each onset needs many of them.
  const costs = Float64Array.from(
    { length: 2 * distance + 1 },
    (_, gap) => TIGHTNESS * Math.log(gap / distance) ** 2,
  );
  const scores = new Float64Array(onsets.length);
  const before = new Int32Array(onsets.length).fill(-1);
  let last = 0;
  for (let index = 0; index < onsets.length; index += 1) {
    let best = 0;
    for (let from = Math.max(0, index - 2 * distance); from <= index - distance / 2; from += 1) {
      const score = (scores[from] ?? 0) - (costs[index - from] ?? Infinity);
      if (score > best) {
        best = score;
        before[index] = from;
      }
    }
    scores[index] = best + (onsets[index] ?? 0);
    if ((scores[index] ?? 0) > (scores[last] ?? 0)) last = index;
  }
  const beats: number[] = [];
  for (let index = last; index >= 0; index = before[index] ?? -1) beats.unshift(index / perSecond);
  return beats;
};
