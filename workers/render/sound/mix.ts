import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';
import { stereoLimiter } from './limiter.js';
import { sampleReader, type Sound } from './sample-reader.js';
import { type MeasuredPart, type Shaper, shaperOf } from './shape.js';
import type { DecodedPart } from './sound-commands.js';

/** The ceiling of the mix: 0.5 dB below full scale, because AAC overshoots. */
export const CEILING = 10 ** (-0.5 / 20);
const WINDOW = SAMPLE_RATE / 2;

export type OpenPart = (part: DecodedPart) => Sound;

/** Multiplies audio by a factor and limits it. */
export async function* limitedSound(windows: Sound, gain = 1): AsyncGenerator<Float32Array> {
  const limiter = stereoLimiter(CEILING);
  for await (const window of windows)
    yield limiter.push(gain === 1 ? window : window.map((sample) => sample * gain));
  yield limiter.flush();
}

/**
 * The sum of parts, in the order of their starts, over the samples `start` to `end`, window by window. Each part is
 * opened when the mix reaches it.
 */
export async function* sumSound(
  { parts }: { readonly parts: ReadonlyArray<MeasuredPart> },
  start: number,
  end: number,
  open: OpenPart,
): AsyncGenerator<Float32Array> {
  let playing: {
    readonly part: MeasuredPart;
    readonly reader: ReturnType<typeof sampleReader>;
    readonly shape: Shaper | undefined;
  }[] = [];
  let next = 0;
  try {
    for (let from = start; from < end; from += WINDOW) {
      const to = Math.min(end, from + WINDOW);
      for (let part = parts[next]; part && part.from < to; part = parts[next]) {
        const { shaping } = part;
        playing.push({ part, reader: sampleReader(open(part)), shape: shaping && shaperOf(shaping) });
        next += 1;
      }
      const window = new Float32Array((to - from) * CHANNELS);
      for (const { part, reader, shape } of playing) {
        const begin = Math.max(from, part.from);
        const count = Math.min(to, part.to) - begin;
        const samples = await reader.read(count * CHANNELS);
        shape?.(samples, begin);
        addTo(window, samples, (begin - from) * CHANNELS, part.volume);
      }
      const over = playing.filter(({ part }) => part.to <= to);
      playing = playing.filter(({ part }) => part.to > to);
      for (const { reader } of over) await reader.close();
      yield window;
    }
  } finally {
    for (const { reader } of playing) await reader.close();
  }
}

/** Distributes parts, sorted by their starts, to groups in which at most `most` play at any time. */
export const groupsOfAtMost = (
  most: number,
  parts: ReadonlyArray<MeasuredPart>,
): ReadonlyArray<ReadonlyArray<MeasuredPart>> => {
  const groups: MeasuredPart[][] = [];
  for (const part of parts) {
    const free = groups.find((others) => others.filter(({ to }) => to > part.from).length < most);
    if (free) free.push(part);
    else groups.push([part]);
  }
  return groups;
};

const addTo = (window: Float32Array, samples: Float32Array, at: number, volume: number): void => {
  for (let i = 0; i < samples.length; i += 1)
    window[at + i] = (window[at + i] ?? 0) + (samples[i] ?? 0) * volume;
};
