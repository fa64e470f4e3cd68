import { joinedSamples } from './sample-reader.js';

const LOOK_AHEAD = 240;
/** Fraction of the missing gain that is recovered with each sample: about 100 ms at 48 kHz. */
const RELEASE = 1 / 4800;
const ALMOST_ONE = 1 - 1e-7;

/**
 * A look-ahead peak limiter of interleaved stereo samples: no returned sample exceeds the ceiling in absolute value. The
 * gain falls gradually in the 5 ms before a peak: the minimum over the next `LOOK_AHEAD` samples, averaged over as many
 * previous ones, never exceeds the gain that any sample needs. While no sample exceeds the ceiling, the gain is exactly
 * one.
 */
export const stereoLimiter = (ceiling: number) => {
  const size = LOOK_AHEAD + 1;
  let pending = new Float32Array(0);
  let minimum = 1;
  const recent = new Float64Array(size).fill(1);
  let at = 0;
  let sum = size;

  const settle = (samples: Float32Array, count: number): Float32Array => {
    const frames = samples.length / 2;
    const needed = new Float64Array(frames);
    let loud = false;
    for (let i = 0; i < frames; i += 1) {
      const peak = Math.max(Math.abs(samples[i * 2] ?? 0), Math.abs(samples[i * 2 + 1] ?? 0));
      needed[i] = peak > ceiling ? ceiling / peak : 1;
      loud ||= peak > ceiling;
    }
    const out = samples.slice(0, count * 2);
    if (!loud && minimum === 1 && sum === size) return out;
    const ahead = slidingMinimum(needed, size);
    for (let i = 0; i < count; i += 1) {
      const recovered = minimum + (1 - minimum) * RELEASE;
      minimum = Math.min(ahead[i] ?? 1, recovered > ALMOST_ONE ? 1 : recovered);
      sum += minimum - (recent[at] ?? 1);
      recent[at] = minimum;
      at = (at + 1) % size;
      if (size - sum < 1e-7) sum = size;
      const gain = Math.min(sum / size, needed[i] ?? 1);
      out[i * 2] = (out[i * 2] ?? 0) * gain;
      out[i * 2 + 1] = (out[i * 2 + 1] ?? 0) * gain;
    }
    return out;
  };

  return {
    /** Takes the next samples; returns those whose gain is final, delayed by the look-ahead. */
    push: (samples: Float32Array): Float32Array => {
      const all = joinedSamples([pending, samples]);
      const count = Math.max(0, all.length / 2 - LOOK_AHEAD);
      const out = settle(all, count);
      pending = all.slice(count * 2);
      return out;
    },
    /** Returns the remaining samples; it accepts none afterwards. */
    flush: (): Float32Array => settle(pending, pending.length / 2),
  };
};

/** For each index, the minimum of the `size` values from there. */
const slidingMinimum = (values: Float64Array, size: number): Float64Array => {
  const out = new Float64Array(values.length);
  const queue: number[] = [];
  let head = 0;
  for (let i = values.length - 1; i >= 0; i -= 1) {
    while (queue.length > head && (values[queue.at(-1) ?? 0] ?? 1) >= (values[i] ?? 1)) queue.pop();
    queue.push(i);
    if ((queue[head] ?? 0) >= i + size) head += 1;
    out[i] = values[queue[head] ?? i] ?? 1;
  }
  return out;
};
