import { boxAt, boxesIn, boxOf, joined, words } from './boxes.js';
import { kindOfTrack } from './copyable-track.js';
import { delaysIn, entriesOf, keysIn, lengthsIn, samplesIn } from './sample-tables.js';

/** Boxes that say something of each sample which decoders do not need. */
const OF_SAMPLES = new Set(['sdtp', 'sbgp', 'sgpd', 'stps', 'subs', 'saiz', 'saio', 'padb', 'stdp']);

/** The tables of a track with some of its samples, each at its time and place in the file. */
const shorterTables = (tables: Uint8Array, kept: ReadonlyArray<number>): Uint8Array | undefined => {
  const samples = samplesIn(tables);
  const count = samples?.length ?? 0;
  const [lengths, delays, keys] = [lengthsIn(tables, count), delaysIn(tables, count), keysIn(tables)];
  // With negative delays, readers derive the times of all samples from the least.
  if (!samples || !lengths || !delays || !keys || delays.some((delay) => delay < 0)) return undefined;
  let decoded = 0;
  const times = lengths.map((length) => (decoded += length) - length);
  const durations = kept.map((sample, index) => {
    const next = kept[index + 1];
    return next === undefined ? (lengths[sample] ?? 0) : (times[next] ?? 0) - (times[sample] ?? 0);
  });
  const isKey = new Set(keys);
  const ranges = kept.flatMap((sample) => samples[sample] ?? []);
  const rebuilt: Readonly<Record<string, () => Uint8Array>> = {
    stts: () => words([0, ...entriesOf(durations)]),
    ctts: () => words([0, ...entriesOf(kept.map((sample) => delays[sample] ?? 0))]),
    stss: () => {
      const numbers = kept.flatMap((sample, index) => (isKey.has(sample) ? [index + 1] : []));
      return words([0, numbers.length, ...numbers]);
    },
    stsc: () => words([0, 1, 1, 1, 1]),
    stsz: () => words([0, 0, ranges.length, ...ranges.map(({ length }) => length)]),
    co64: () =>
      words([
        0,
        ranges.length,
        ...ranges.flatMap(({ start }) => [Math.floor(start / 2 ** 32), start % 2 ** 32]),
      ]),
  };
  return boxOf(
    'stbl',
    ...boxesIn(tables).map(({ type, bytes }) => {
      const name = type === 'stco' ? 'co64' : type;
      const body = rebuilt[name];
      if (OF_SAMPLES.has(type)) return new Uint8Array();
      return body ? boxOf(name, body()) : bytes;
    }),
  );
};

/** A `moov` box, and the time of a frame in units of its track. */
export interface FrameMovie {
  readonly movie: Uint8Array;
  readonly time: number;
}

/**
 * The `moov` box of an MP4 that lists only some samples of its video and nothing else: no sound, and no edit list. Its
 * time begins with the first of these samples.
 * @param wanted the number of one of them
 * @returns the box, and the time at which the wanted sample is shown; undefined if it has a form for which this is not
 *   made
 * @throws RangeError if a box is shorter than it says
 */
export const frameMovie = (
  moov: Uint8Array,
  kept: ReadonlyArray<number>,
  wanted: number,
): FrameMovie | undefined => {
  let time: number | undefined;
  const rebuilt = (body: Uint8Array): Uint8Array =>
    joined(
      boxesIn(body).map(({ type, body, bytes }) => {
        if (type === 'edts' || (type === 'trak' && kindOfTrack(body) !== 'vide')) return new Uint8Array();
        if (['trak', 'mdia', 'minf'].includes(type)) return boxOf(type, rebuilt(body));
        if (type !== 'stbl' || !boxAt(body, 'stsd')) return bytes;
        const tables = shorterTables(body, kept);
        if (tables) time = timeIn(body, wanted) - timeIn(body, kept[0] ?? 0, []);
        return tables ?? bytes;
      }),
    );
  const movie = boxOf('moov', rebuilt(moov));
  return time === undefined ? undefined : { movie, time };
};

/** When a sample is shown, or decoded if it is not delayed, in units of its track. */
const timeIn = (
  tables: Uint8Array,
  sample: number,
  delays = delaysIn(tables, samplesIn(tables)?.length ?? 0) ?? [],
): number => {
  const lengths = lengthsIn(tables, samplesIn(tables)?.length ?? 0) ?? [];
  return lengths.slice(0, sample).reduce((sum, length) => sum + length, delays[sample] ?? 0);
};
