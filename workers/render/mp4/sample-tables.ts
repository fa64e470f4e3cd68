import { type ByteRange, dataViewOf } from '../h264/bytes.js';
import { boxAt, wordsIn } from './boxes.js';

/** The most samples that are read: nine hours at 30 frames per second. */
const MOST_SAMPLES = 1_000_000;

/**
 * Expands a run-length table (ISO 14496-12, `stts` and `ctts`) to a value for each sample.
 * @returns undefined if it has values for more or fewer samples than the track has
 * @throws RangeError if the box is shorter than it states
 */
const perSample = (
  box: Uint8Array | undefined,
  samples: number,
  valueAt: (view: DataView, at: number) => number,
): ReadonlyArray<number> | undefined => {
  if (!box) return [];
  const values: number[] = [];
  const [entries = 0] = wordsIn(box, 4, 1);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = 8 + entry * 8;
    const value = valueAt(dataViewOf(box), at + 4);
    const [repeated = 0] = wordsIn(box, at, 1);
    const end = values.length + repeated;
    if (end > samples) return undefined;
    while (values.length < end) values.push(value);
  }
  return values.length === samples ? values : undefined;
};

/** The duration of each sample, in units of the track's timescale; undefined if the table is damaged. */
export const durationsIn = (tables: Uint8Array, samples: number): ReadonlyArray<number> | undefined =>
  perSample(boxAt(tables, 'stts'), samples, (view, at) => view.getUint32(at));

/**
 * How long after its decoding each sample is shown, in units of the track's timescale; empty without a table, undefined
 * if the table is damaged.
 */
export const delaysIn = (tables: Uint8Array, samples: number): ReadonlyArray<number> | undefined =>
  perSample(boxAt(tables, 'ctts'), samples, (view, at) => view.getInt32(at));

/** The numbers of the key frames, from 0; undefined if the table is damaged, or absent as every sample is one. */
export const keysIn = (tables: Uint8Array): ReadonlyArray<number> | undefined => {
  const box = boxAt(tables, 'stss');
  const [count = 0] = box ? wordsIn(box, 4, 1) : [];
  if (!box || 8 + count * 4 > box.length) return undefined;
  return wordsIn(box, 8, count).map((number) => number - 1);
};

/** The offsets of the chunks of samples, from a 32-bit or 64-bit table; undefined if it is damaged. */
const chunkStarts = (tables: Uint8Array): ReadonlyArray<number> | undefined => {
  const [short, long] = [boxAt(tables, 'stco'), boxAt(tables, 'co64')];
  const box = short ?? long;
  const [count = 0] = box ? wordsIn(box, 4, 1) : [];
  if (!box || 8 + count * (short ? 4 : 8) > box.length) return undefined;
  if (short) return wordsIn(box, 8, count);
  return Array.from({ length: count }, (_, index) => {
    const [high = 0, low = 0] = wordsIn(box, 8 + index * 8, 2);
    return high * 2 ** 32 + low;
  });
};

/**
 * The positions of the samples of a track, in decoding order.
 * @returns undefined if the tables are incomplete or contradict each other
 * @throws RangeError if a box is shorter than it states
 */
export const samplesIn = (tables: Uint8Array): ReadonlyArray<ByteRange> | undefined => {
  const [sizes, runs, starts] = [boxAt(tables, 'stsz'), boxAt(tables, 'stsc'), chunkStarts(tables)];
  if (!sizes || !runs || !starts) return undefined;
  const [same = 0, count = 0] = wordsIn(sizes, 4, 2);
  if (count > MOST_SAMPLES || (same === 0 && 12 + count * 4 > sizes.length)) return undefined;
  const runCount = wordsIn(runs, 4, 1)[0] ?? 0;
  const samples: ByteRange[] = [];
  let [run, samplesPerChunk] = [0, 0];
  for (const [chunk, begin] of starts.entries()) {
    for (; run < runCount; run += 1) {
      const [first = 0, inEach = 0] = wordsIn(runs, 8 + run * 12, 2);
      if (first > chunk + 1) break;
      samplesPerChunk = inEach;
    }
    if (samplesPerChunk > count - samples.length) return undefined;
    let start = begin;
    for (let index = 0; index < samplesPerChunk; index += 1) {
      const length = same > 0 ? same : dataViewOf(sizes).getUint32(12 + samples.length * 4);
      samples.push({ start, length });
      start += length;
    }
  }
  return samples.length === count ? samples : undefined;
};
