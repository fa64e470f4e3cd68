import { CHANNELS } from '../plan/sound/samples.js';
import { onsetsOf } from './onsets.js';
import type { Moving } from './resample.js';
import type { Tape } from './tape.js';

/** Half the length of a grain, in samples: grains of 43 ms start every 21 ms. */
const HALF = 1024;
/** The search range for a grain that continues the previous one, in samples. */
const SEARCH = 512;
/** The step of the first comparison in samples, and the lags around its best that are then compared exactly. */
const COARSE = 4;

/** The weight of the grain that fades in, for each sample; the other grain has the rest. */
const FADE_IN = Float64Array.from(
  { length: HALF },
  (_, n) => Math.sin((Math.PI * (n + 0.5)) / (2 * HALF)) ** 2,
);

/** The position of an onset on the tape and in the output. */
interface Anchor {
  readonly source: number;
  readonly output: number;
}

/**
 * Plays a tape at a variable speed without changing the pitch, by waveform similarity (WSOLA; Verhelst and Roelands,
 * 1993): each grain is read at its position on the tape plus the lag at which it continues the previous grain best. A
 * grain with an onset is placed so that the onset is at its exact sample, and no other grain repeats it.
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
    const follower = await grainPosition(tape, at, next, nominal, anchors, end);
    yield crossfaded(
      await tape.read(at, at + HALF),
      await tape.read(follower - HALF, follower),
      Math.min(HALF, samples - output),
    );
    at = follower;
  }
}

/** The position on the tape of the middle of the grain that plays at sample `output`. */
const grainPosition = async (
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
  return low < high
    ? mostSimilarPosition(tape, previous, low, high, nominal)
    : Math.round(Math.max(least, most));
};

/** The position from `low` to `high` before which the tape is most similar to the continuation of the previous grain. */
const mostSimilarPosition = async (
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
    // Of equally similar positions, the one closest to the nominal position.
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

/** Cross-fades the first `count` samples of `from` into `to`. */
const crossfaded = (from: Float32Array, to: Float32Array, count: number): Float32Array => {
  const out = new Float32Array(count * CHANNELS);
  for (let n = 0; n < count * CHANNELS; n += 1) {
    const share = FADE_IN[n >> 1] ?? 1;
    const [a, b] = [from[n] ?? 0, to[n] ?? 0];
    out[n] = a === b ? a : a * (1 - share) + b * share;
  }
  return out;
};
