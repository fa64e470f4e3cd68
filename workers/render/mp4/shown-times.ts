import { createHash } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { dataViewOf } from '../h264/bytes.js';

// When a player shows the samples of a track: its time tables and its edit list (ISO/IEC 14496-12, 8.6), in a canonical
// form, which does not depend on how they are stored.

/** Four hours of video at 60 frames per second, or five hours of sound; a hostile file could state billions. */
const MOST_SAMPLES = 900_000;
/** Far more than any verified file has. */
const MOST_EDITS = 1000;

/** The greatest common divisor. */
const divisor = (a: number, b: number): number => (b === 0 ? Math.abs(a) : divisor(b, a % b));

/** A number of seconds as a fraction in lowest terms. */
const seconds = (ticks: number, perSecond: number): string => {
  const common = divisor(ticks, perSecond) || 1;
  return perSecond === common ? String(ticks / common) : `${ticks / common}/${perSecond / common}`;
};

/**
 * The number of entries of a run-length table; each is a count and a value of 32 bits.
 * @throws RangeError if it is cut off, or has more than `MOST_SAMPLES` entries
 */
const entriesOf = (table: Uint8Array): number => {
  const entries = dataViewOf(table).getUint32(4);
  if (8 + entries * 8 > table.length || entries > MOST_SAMPLES)
    throw new RangeError('a table of times is cut off or too long');
  return entries;
};

const samplesIn = (table: Uint8Array): number => {
  const [view, entries] = [dataViewOf(table), entriesOf(table)];
  let samples = 0;
  for (let entry = 0; entry < entries; entry += 1) samples += view.getUint32(8 + entry * 8);
  if (samples > MOST_SAMPLES) throw new RangeError('the track has too many samples');
  return samples;
};

/** Calls `visit` for each sample with its value in a run-length table. */
const eachSample = (table: Uint8Array, visit: (sample: number, value: number) => void): void => {
  const [view, entries] = [dataViewOf(table), entriesOf(table)];
  let sample = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    const value = view.getInt32(12 + entry * 8);
    for (let left = view.getUint32(8 + entry * 8); left > 0; left -= 1, sample += 1) visit(sample, value);
  }
};

/** When each sample is shown, in ticks of the track and in decoding order, and after them the end of the last one. */
const instantsOf = async (durations: Uint8Array, offsets: Uint8Array | undefined): Promise<Float64Array> => {
  const samples = samplesIn(durations);
  const instants = new Float64Array(samples + 1);
  if (offsets) {
    if (samplesIn(offsets) !== samples) throw new RangeError('the tables of times do not fit');
    eachSample(offsets, (sample, offset) => (instants[sample] = offset));
    await letOthersRun();
  }
  let [at, end] = [0, -Infinity];
  eachSample(durations, (sample, duration) => {
    const instant = at + (instants[sample] ?? 0);
    instants[sample] = instant;
    end = Math.max(end, instant + duration);
    at += duration;
  });
  instants[samples] = end;
  return instants;
};

/**
 * A summary of when samples are shown: their number, their total time in seconds, and either that they are evenly
 * spaced in decoding order, or a hash of their times in their greatest common unit.
 */
const timestampsOf = async (instants: Float64Array, first: number, perSecond: number): Promise<string> => {
  const samples = instants.length - 1;
  const total = (instants[samples] ?? 0) - first;
  if (total >= 2 ** 32) throw new RangeError('the track is too long');
  // Remainders of integers take a tenth of the time of those of floats.
  const ticks = new Uint32Array(samples + 1);
  for (let index = 0; index <= samples; index += 1) ticks[index] = (instants[index] ?? 0) - first;
  await letOthersRun();
  let unit = 0;
  for (const tick of ticks) if (unit === 0 || tick % unit !== 0) unit = divisor(unit, tick);
  await letOthersRun();
  const summary = `${samples} in ${seconds(total, perSecond)} s`;
  if (ticks.every((tick, index) => tick === index * unit)) return `${summary}, evenly`;
  await letOthersRun();
  const hash = createHash('sha256').update(ticks.map((tick) => tick / unit));
  return `${summary}, sha256 ${hash.digest('hex')} of multiples of ${seconds(unit, perSecond)} s`;
};

interface Edit {
  /** ms */
  readonly duration: number;
  /** Ticks of the track; -1: nothing is shown. */
  readonly from: number;
  readonly rate: number;
}

const editsIn = (list: Uint8Array, moviePerSecond: number): ReadonlyArray<Edit> => {
  const view = dataViewOf(list);
  const isLong = view.getUint8(0) === 1;
  const size = isLong ? 20 : 12;
  const count = view.getUint32(4);
  if (8 + count * size > list.length || count > MOST_EDITS)
    throw new RangeError('the edit list is cut off or too long');
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * size;
    const duration = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at);
    const from = isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
    return {
      duration: Math.round((duration * 1000) / moviePerSecond),
      from,
      rate: view.getInt32(at + size - 4) / 65_536,
    };
  });
};

/** The tables that determine when the samples of a track are shown, and the ticks per second of track and movie. */
export interface TimeTables {
  readonly durations: Uint8Array;
  readonly offsets: Uint8Array | undefined;
  readonly edits: Uint8Array | undefined;
  readonly perSecond: number;
  readonly moviePerSecond: number;
}

/**
 * When samples are shown, and the edit list. As the tables may be hostile, other tasks run between the steps.
 * @throws RangeError if a table is cut off or far too long
 */
export const shownTimes = async ({ durations, offsets, edits, perSecond, moviePerSecond }: TimeTables) => {
  const instants = await instantsOf(durations, offsets);
  await letOthersRun();
  let first = Infinity;
  for (const at of instants) if (at < first) first = at;
  const end = instants.at(-1) ?? 0;
  const whole = { duration: Math.round((end * 1000) / perSecond), from: 0, rate: 1 };
  const shown = edits ? editsIn(edits, moviePerSecond) : [whole];
  return {
    timestamps: await timestampsOf(instants, first, perSecond),
    'edit list': shown
      .map(({ duration, from, rate }) =>
        from === -1
          ? `nothing for ${duration} ms`
          : `from ${seconds(from - first, perSecond)} for ${duration} ms at rate ${rate}`,
      )
      .join(', '),
  };
};
