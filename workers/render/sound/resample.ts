import { CHANNELS } from '../plan/sound/samples.js';
import type { Tape } from './tape.js';

/** A number of output samples, and the position of each on the tape, which increases. */
export interface Moving {
  readonly samples: number;
  readonly positionAt: (sample: number) => number;
}

/** The number of output samples that are computed at once. */
const BLOCK = 4096;
/** The distance of computed positions, in samples; those between are interpolated. */
const STEP = 32;
/** Zero crossings of the kernel on each side, and table entries for each. */
const CROSSINGS = 16;
const FINENESS = 512;

const windowedSinc = (): Float64Array =>
  new Float64Array(CROSSINGS * FINENESS + 2).map((_, index) => {
    const x = index / FINENESS;
    if (x >= CROSSINGS) return 0;
    const window =
      0.42 + 0.5 * Math.cos((Math.PI * x) / CROSSINGS) + 0.08 * Math.cos((2 * Math.PI * x) / CROSSINGS);
    return x === 0 ? 1 : (window * Math.sin(Math.PI * x)) / (Math.PI * x);
  });

/** Computed on first use, because most processes do not need it. */
let kernel: Float64Array | undefined;

const valueAt = (table: Float64Array, x: number): number => {
  const at = Math.abs(x) * FINENESS;
  const index = Math.floor(at);
  const before = table[index] ?? 0;
  return before + ((table[index + 1] ?? 0) - before) * (at - index);
};

/** Plays a tape at a variable speed, which changes the pitch: band-limited interpolation. */
export async function* resampled(tape: Tape, { samples, positionAt }: Moving): AsyncGenerator<Float32Array> {
  kernel ??= windowedSinc();
  for (let start = 0; start < samples; start += BLOCK) {
    const count = Math.min(BLOCK, samples - start);
    const marks = Array.from({ length: Math.ceil(count / STEP) + 1 }, (_, index) =>
      positionAt(start + Math.min(count, index * STEP)),
    );
    const speeds = marks
      .slice(1)
      .map((mark, index) => (mark - (marks[index] ?? mark)) / Math.min(STEP, count - index * STEP));
    const reach = Math.ceil(CROSSINGS * speeds.reduce((most, speed) => Math.max(most, speed), 1));
    const from = Math.floor(marks[0] ?? 0) - reach;
    const source = await tape.read(from, Math.ceil(marks.at(-1) ?? 0) + reach + 1);
    const block = new Float32Array(count * CHANNELS);
    for (let n = 0; n < count; n += 1) {
      const mark = Math.floor(n / STEP);
      const speed = speeds[mark] ?? 1;
      const position = (marks[mark] ?? 0) + speed * (n % STEP) - from;
      const cut = Math.min(1, 1 / speed);
      const width = CROSSINGS / cut;
      let [left, right] = [0, 0];
      for (let at = Math.ceil(position - width); at <= position + width; at += 1) {
        const weight = valueAt(kernel, (position - at) * cut) * cut;
        left += (source[at * 2] ?? 0) * weight;
        right += (source[at * 2 + 1] ?? 0) * weight;
      }
      block[n * 2] = left;
      block[n * 2 + 1] = right;
    }
    yield block;
  }
}
