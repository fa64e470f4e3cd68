import { CHANNELS, SAMPLE_RATE, type SoundPart, type SoundPlan } from '../plan/sound-plan.js';
import { stereoLimiter } from './limiter.js';

/** What the sum of all clips may reach: half a decibel below full scale, room for what AAC adds. */
const CEILING = 10 ** (-0.5 / 20);
const WINDOW = SAMPLE_RATE / 2;
const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Opens a part: interleaved stereo 32-bit float samples from its offset on. */
export type OpenPart = (part: SoundPart) => AsyncIterable<Uint8Array>;

/** Mixes a plan into interleaved stereo 32-bit floats, limited so that they never clip. */
export async function* mixSound(plan: SoundPlan, open: OpenPart): AsyncGenerator<Uint8Array> {
  const limiter = stereoLimiter(CEILING);
  for await (const window of sumSound(plan, 0, plan.samples, open)) yield bytesOf(limiter.push(window));
  yield bytesOf(limiter.flush());
}

/** The sum of parts over the samples `start` to `end`, window by window: each is opened when its time comes. */
export async function* sumSound(
  { parts }: Pick<SoundPlan, 'parts'>,
  start: number,
  end: number,
  open: OpenPart,
): AsyncGenerator<Float32Array> {
  let playing: { readonly part: SoundPart; readonly reader: SampleReader }[] = [];
  let next = 0;
  try {
    for (let from = start; from < end; from += WINDOW) {
      const to = Math.min(end, from + WINDOW);
      for (let part = parts[next]; part && part.from < to; part = parts[next]) {
        playing.push({ part, reader: sampleReader(open(part)) });
        next += 1;
      }
      const window = new Float32Array((to - from) * CHANNELS);
      for (const { part, reader } of playing) {
        const begin = Math.max(from, part.from);
        const count = Math.min(to, part.to) - begin;
        addTo(window, await reader.read(count * CHANNELS), (begin - from) * CHANNELS, part.volume);
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

/** Shares parts, given in the order of their starts, out to groups in which at most `most` sound at any time. */
export const groupsOfAtMost = (
  most: number,
  parts: ReadonlyArray<SoundPart>,
): ReadonlyArray<ReadonlyArray<SoundPart>> => {
  const groups: SoundPart[][] = [];
  const sounding: SoundPart[][] = [];
  for (const part of parts) {
    for (const [index, others] of sounding.entries())
      sounding[index] = others.filter(({ to }) => to > part.from);
    const free = sounding.findIndex((others) => others.length < most);
    if (free < 0) {
      groups.push([part]);
      sounding.push([part]);
    } else {
      groups[free]?.push(part);
      sounding[free]?.push(part);
    }
  }
  return groups;
};

const addTo = (window: Float32Array, samples: Float32Array, at: number, volume: number): void => {
  for (let i = 0; i < samples.length; i += 1)
    window[at + i] = (window[at + i] ?? 0) + (samples[i] ?? 0) * volume;
};

/** The bytes of samples. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

interface SampleReader {
  /** The next `count` samples, or what is left of them. */
  readonly read: (count: number) => Promise<Float32Array>;
  readonly close: () => Promise<void>;
}

const sampleReader = (source: AsyncIterable<Uint8Array>): SampleReader => {
  const chunks = source[Symbol.asyncIterator]();
  let rest = new Uint8Array(0);
  let ended = false;
  return {
    read: async (count) => {
      const bytes = new Uint8Array(count * BYTES);
      let filled = 0;
      while (filled < bytes.length) {
        if (rest.length === 0) {
          if (ended) break;
          const { done, value } = await chunks.next();
          ended = done === true;
          rest = ended ? rest : new Uint8Array(value as Uint8Array);
          continue;
        }
        const part = rest.subarray(0, bytes.length - filled);
        bytes.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
      }
      return new Float32Array(bytes.buffer, 0, Math.floor(filled / BYTES));
    },
    close: async () => {
      await chunks.return?.();
    },
  };
};
