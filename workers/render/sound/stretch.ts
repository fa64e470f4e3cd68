import { CHANNELS } from '../plan/samples.js';
import { onsetsOf } from './onsets.js';
import type { Moving } from './resample.js';
import type { Tape } from './tape.js';

/** Half the length of a grain, in samples: grains of 43 ms follow each other every 21 ms. */
const HALF = 1024;
/** How far from its place a grain is looked for that goes on like the one before. */
const SEARCH = 512;
/** Every how many samples are compared first, and how many lags around the best are then compared exactly. */
const COARSE = 4;

/** The share of the grain that fades in, sample by sample; what fades out has the rest. */
const FADE_IN = Float64Array.from(
  { length: HALF },
  (_, n) => Math.sin((Math.PI * (n + 0.5)) / (2 * HALF)) ** 2,
);

/** Where a sound sets in: on the tape, and in the output. */
interface Anchor {
  readonly source: number;
  readonly output: number;
}

/**
 * Plays a tape at a speed that may change and keeps its pitch, by waveform similarity (WSOLA; Verhelst and Roelands,
 * 1993): grains are taken from where the tape should be, give or take the lag at which they go on like those before.
 * A grain in which a sound sets in is placed so that it does so at its very sample, and none repeats it.
 */
export async function* stretched(
  tape: Tape,
  { samples, positionAt, sampleAt }: Moving & { readonly sampleAt: (position: number) => number },
): AsyncGenerator<Float32Array> {
  const start = Math.round(positionAt(0));
  const end: Anchor = { source: Math.round(positionAt(samples)), output: samples };
  const onsetsUntil = onsetsOf(tape, start);
  let anchors: ReadonlyArray<Anchor> = [{ source: start, output: 0 }];
  let at = start;
  for (let output = 0; output < samples; output += HALF) {
    const next = output + HALF;
    const nominal = Math.round(positionAt(next)) + Math.max(0, next - samples);
    const reach = Math.max(Math.ceil(positionAt(next + HALF)), nominal + SEARCH + HALF);
    const onsets = await onsetsUntil(Math.min(end.source, reach));
    anchors = [
      ...anchors.filter((_, index) => (anchors[index + 1]?.output ?? Infinity) > output),
      ...onsets.map((source) => ({ source, output: sampleAt(source) })),
    ];
    const follower = await placeOf(tape, at, next, nominal, anchors, end);
    yield crossfaded(
      await tape.read(at, at + HALF),
      await tape.read(follower - HALF, follower),
      Math.min(HALF, samples - output),
    );
    at = follower;
  }
}

/** Where on the tape the middle of the grain lies that is heard at sample `output`. */
const placeOf = async (
  tape: Tape,
  previous: number,
  output: number,
  nominal: number,
  anchors: ReadonlyArray<Anchor>,
  end: Anchor,
): Promise<number> => {
  const near = anchors
    .slice(anchors[0]?.output === 0 ? 1 : 0)
    .filter((anchor) => Math.abs(anchor.output - output) < HALF)
    .toSorted((a, b) => Math.abs(a.output - output) - Math.abs(b.output - output))[0];
  if (near) return Math.round(near.source + output - near.output);
  const before = anchors.findLast((anchor) => anchor.output <= output);
  const after = anchors.find((anchor) => anchor.output > output) ?? end;
  const least = before ? before.source + Math.min(HALF, output - before.output) : -Infinity;
  const most = after.source - Math.min(HALF, after.output - output);
  const natural = previous + HALF;
  if (Math.abs(natural - nominal) <= 1) return natural;
  const low = Math.ceil(Math.max(least, Math.min(nominal, most) - SEARCH));
  const high = Math.floor(Math.min(most, Math.max(nominal, least) + SEARCH));
  return low < high ? bestPlace(tape, previous, low, high, nominal) : Math.round(Math.max(least, most));
};

/** The place between `low` and `high` whose lead-in is most like what follows the previous grain. */
const bestPlace = async (
  tape: Tape,
  previous: number,
  low: number,
  high: number,
  nominal: number,
): Promise<number> => {
  const wanted = mono(await tape.read(previous, previous + HALF));
  const choice = mono(await tape.read(low - HALF, high + COARSE));
  const likeness = (lag: number, step: number): number => {
    let [product, energy] = [0, 1e-9];
    for (let n = 0; n < HALF; n += step) {
      const value = choice[lag + n] ?? 0;
      product += value * (wanted[n] ?? 0);
      energy += value * value;
    }
    // Of places that are alike, the one nearest to where the tape should be.
    return product / Math.sqrt(energy) - 1e-6 * Math.abs(low + lag - nominal);
  };
  const best = (from: number, to: number, by: number, step: number): number => {
    let [most, found] = [-Infinity, from];
    for (let lag = from; lag <= to; lag += by) {
      const like = likeness(lag, step);
      if (like > most) [most, found] = [like, lag];
    }
    return found;
  };
  const span = high - low;
  const rough = best(0, span, COARSE, COARSE);
  return low + best(Math.max(0, rough - COARSE + 1), Math.min(span, rough + COARSE - 1), 1, 1);
};

const mono = (samples: Float32Array): Float32Array =>
  Float32Array.from({ length: samples.length / CHANNELS }, (_, n) => {
    const left = samples[n * 2] ?? 0;
    return left + (samples[n * 2 + 1] ?? 0);
  });

/** `from` fading into `to`, their first `count` samples. */
const crossfaded = (from: Float32Array, to: Float32Array, count: number): Float32Array => {
  const out = new Float32Array(count * CHANNELS);
  for (let n = 0; n < count * CHANNELS; n += 1) {
    const share = FADE_IN[n >> 1] ?? 1;
    const [a, b] = [from[n] ?? 0, to[n] ?? 0];
    out[n] = a === b ? a : a * (1 - share) + b * share;
  }
  return out;
};
