import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';
import { joinedSamples, sampleReader, type Sound } from './sample-reader.js';

/** Opens the audio of a source: the samples `from` ≤ n < `to`, fewer if it ends before. */
export type OpenSource = (from: number, to: number) => Sound;

/** Stereo audio that is read from its start to its end, with silence wherever the source has no audio. */
export interface Tape {
  /** Interleaved samples `from` ≤ n < `to`. No later call may request samples before `from` - `SAMPLES_KEPT`. */
  readonly read: (from: number, to: number) => Promise<Float32Array>;
  readonly close: () => Promise<void>;
}

/** The number of samples before the last requested ones that stay in the buffer of a tape. */
const SAMPLES_KEPT = 32_768;
/** The number of samples of all channels that a tape reads ahead, so that it copies its buffer less often. */
const READ_AHEAD = 32_768;
/** The number of samples of a reversed source that are decoded at once. */
const REVERSED_AT_ONCE = 10 * SAMPLE_RATE;

/** Maximum length of audio that is cached for repeated playback, in samples of all channels: 87 s, 32 MB. */
export const MOST_CACHED_SAMPLES = 8 * 1024 * 1024;

/** Caches the last range that was opened, if it is short, so that a loop is decoded only once. */
export const cachingLastRange = (open: OpenSource): OpenSource => {
  let last:
    { readonly from: number; readonly to: number; readonly parts: ReadonlyArray<Float32Array> } | undefined;
  return async function* (from, to) {
    if (last?.from === from && last.to === to) {
      yield* last.parts;
      return;
    }
    const wanted = (to - from) * CHANNELS;
    const parts: Float32Array[] = [];
    let length = 0;
    for await (const part of open(from, to)) {
      length += part.length;
      if (wanted <= MOST_CACHED_SAMPLES) parts.push(part);
      // Callers stop after the last sample, so the code after the last part may never run.
      if (wanted <= MOST_CACHED_SAMPLES && length >= wanted) last = { from, to, parts };
      yield part;
    }
    if (wanted <= MOST_CACHED_SAMPLES) last = { from, to, parts };
  };
};

/** The samples of a source from `from` to `to`, backwards if `to` is before `from`. */
export const tapeOf = (open: OpenSource, from: number, to: number): Tape =>
  windowOn(to >= from ? open(from, to) : reversed(open, to, from), Math.abs(to - from));

/** Part of a source backwards, decoded piece by piece from its end. */
async function* reversed(open: OpenSource, from: number, to: number): AsyncGenerator<Float32Array> {
  for (let end = to; end > from; end -= REVERSED_AT_ONCE) {
    const start = Math.max(from, end - REVERSED_AT_ONCE);
    const forwards = new Float32Array((end - start) * CHANNELS);
    const reader = sampleReader(open(start, end));
    forwards.set(await reader.read(forwards.length));
    await reader.close();
    // A left and a right sample are eight bytes together, so they stay in order.
    yield new Float32Array(new BigUint64Array(forwards.buffer).reverse().buffer);
  }
}

const windowOn = (source: Sound, length: number): Tape => {
  const reader = sampleReader(source);
  let buffered = new Float32Array(0);
  let first = 0;
  return {
    read: async (from, to) => {
      const drop = Math.min(from - SAMPLES_KEPT - first, Math.floor(buffered.length / CHANNELS));
      if (drop > SAMPLES_KEPT) {
        buffered = buffered.subarray(drop * CHANNELS);
        first += drop;
      }
      const missing = Math.min(to, length) * CHANNELS - (first * CHANNELS + buffered.length);
      if (missing > 0) buffered = joinedSamples([buffered, await reader.read(missing + READ_AHEAD)]);
      const wanted = new Float32Array((to - from) * CHANNELS);
      const begin = Math.max(from, first);
      const end = Math.max(0, Math.min(to, length) - first) * CHANNELS;
      if (begin < to)
        wanted.set(buffered.subarray((begin - first) * CHANNELS, end), (begin - from) * CHANNELS);
      return wanted;
    },
    close: reader.close,
  };
};
