import { CHANNELS, SAMPLE_RATE } from '../plan/sound/samples.js';

/**
 * Opens the audio of a source: interleaved stereo 32-bit floats of the samples `from` ≤ n < `to`, fewer if it ends
 * before.
 */
export type OpenSource = (from: number, to: number) => AsyncIterable<Uint8Array>;

/** Stereo audio that is read from its start to its end, with silence wherever the source has no audio. */
export interface Tape {
  /** Interleaved samples `from` ≤ n < `to`. No later call may ask for samples before `from` - `KEPT`. */
  readonly read: (from: number, to: number) => Promise<Float32Array>;
  readonly close: () => Promise<void>;
}

/** The number of samples before the last requested ones that a tape still holds. */
export const KEPT = 32_768;
/** The number of samples of a reversed source that are decoded at once. */
const REVERSED_AT_ONCE = 10 * SAMPLE_RATE;
const BYTES = Float32Array.BYTES_PER_ELEMENT * CHANNELS;

/** Maximum size of audio that is kept for repeated playback, in bytes: 87 s. */
const MOST_KEPT = 32 * 1024 * 1024;

/**
 * Opens a source, and keeps what was opened last in memory if it is short, so that a loop is decoded only once.
 */
export const remembering = (open: OpenSource): OpenSource => {
  let last:
    { readonly from: number; readonly to: number; readonly chunks: ReadonlyArray<Uint8Array> } | undefined;
  return async function* (from, to) {
    if (last?.from === from && last.to === to) {
      yield* last.chunks;
      return;
    }
    const wanted = (to - from) * BYTES;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of open(from, to)) {
      bytes += chunk.length;
      if (wanted <= MOST_KEPT) chunks.push(Uint8Array.from(chunk));
      // Callers stop after the last sample, so the code after the last chunk may never run.
      if (wanted <= MOST_KEPT && bytes >= wanted) last = { from, to, chunks };
      yield chunk;
    }
    if (wanted <= MOST_KEPT) last = { from, to, chunks };
  };
};

/** The samples of a source from `from` to `to`, backwards if `to` is before `from`. */
export const tapeOf = (open: OpenSource, from: number, to: number): Tape =>
  windowOn(to >= from ? open(from, to) : reversed(open, to, from), Math.abs(to - from));

/** Part of a source backwards, decoded piece by piece from its end. */
async function* reversed(open: OpenSource, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let end = to; end > from; end -= REVERSED_AT_ONCE) {
    const start = Math.max(from, end - REVERSED_AT_ONCE);
    const forwards = new Uint8Array((end - start) * BYTES);
    let filled = 0;
    for await (const chunk of open(start, end)) {
      forwards.set(chunk.subarray(0, forwards.length - filled), filled);
      filled += Math.min(chunk.length, forwards.length - filled);
    }
    // Left and right sample together are eight bytes, whose order is kept.
    yield new Uint8Array(new BigUint64Array(forwards.buffer).reverse().buffer);
  }
}

const windowOn = (source: AsyncIterable<Uint8Array>, length: number): Tape => {
  const chunks = source[Symbol.asyncIterator]();
  let held = new Uint8Array(0);
  let first = 0;
  let ended = false;
  const fillTo = async (to: number): Promise<void> => {
    const parts = [held];
    let bytes = held.length;
    while (!ended && first * BYTES + bytes < to * BYTES) {
      const { done, value } = await chunks.next();
      ended = done === true;
      if (ended) break;
      parts.push(value as Uint8Array<ArrayBuffer>);
      bytes += (value as Uint8Array).length;
    }
    if (parts.length === 1) return;
    const joined = new Uint8Array(bytes);
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    held = joined;
  };
  return {
    read: async (from, to) => {
      const drop = Math.min(from - KEPT - first, Math.floor(held.length / BYTES));
      if (drop > KEPT) {
        held = held.subarray(drop * BYTES);
        first += drop;
      }
      await fillTo(Math.min(to, length));
      const wanted = new Uint8Array((to - from) * BYTES);
      const begin = Math.max(from, first);
      const part = held.subarray((begin - first) * BYTES, Math.max(0, Math.min(to, length) - first) * BYTES);
      if (begin < to) wanted.set(part, (begin - from) * BYTES);
      return new Float32Array(wanted.buffer);
    },
    close: async () => {
      await chunks.return?.();
    },
  };
};
