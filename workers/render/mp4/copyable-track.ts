import type { FrameSpan } from '../../../domain/composition/timeline.js';
import { dataViewOf } from '../h264/bytes.js';
import { type ParameterSets, parameterSetsIn } from '../h264/parameter-sets.js';
import { boxAt, boxesIn, wordsIn } from './boxes.js';
import { delaysIn, keysIn, lengthsIn, type SampleRange, samplesIn } from './sample-tables.js';
import { movieBody } from './top-level-boxes.js';

/** The video track of an MP4 whose samples can be copied. */
export interface CopyableTrack {
  readonly sets: ParameterSets;
  /** In the order in which they are decoded. */
  readonly samples: ReadonlyArray<SampleRange>;
  /** The place of each sample among the frames, in the order in which they are shown. */
  readonly places: ReadonlyArray<number>;
  /** When each frame is shown, in ms after the first, ascending. */
  readonly times: ReadonlyArray<number>;
  /**
   * Groups that begin with a key frame, and in which no frame depends on another group. Their samples are those with
   * the same numbers as their frames.
   */
  readonly groups: ReadonlyArray<FrameSpan>;
  /** The numbers of frames before which all earlier ones are decoded, and no later one: a group may be cut there. */
  readonly divisions: ReadonlyArray<number>;
}

/** The matrix of a picture that is shown as it is. */
const UPRIGHT = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

const isUpright = (track: Uint8Array): boolean => {
  const header = boxAt(track, 'tkhd');
  if (!header) return false;
  const matrix = wordsIn(header, header[0] === 1 ? 52 : 40, UPRIGHT.length);
  return matrix.every((word, index) => word === UPRIGHT[index]);
};

const timescaleOf = (track: Uint8Array): number => {
  const header = boxAt(track, 'mdia', 'mdhd');
  return header ? dataViewOf(header).getUint32(header[0] === 1 ? 20 : 12) : 0;
};

/** Where the boxes within `avc1` begin. */
const AVC1_FIELDS = 78;

/** The parameter sets that the tables name (ISO 14496-15, `avcC`); undefined unless there is one of each. */
const parameterSets = (tables: Uint8Array): ParameterSets | undefined => {
  const [entry, another] = boxesIn(boxAt(tables, 'stsd')?.subarray(8) ?? new Uint8Array());
  const config =
    entry?.type === 'avc1' && !another ? boxAt(entry.body.subarray(AVC1_FIELDS), 'avcC') : undefined;
  return config && parameterSetsIn(config);
};

/** The frames before which as many are decoded as are shown. */
const divisionsOf = (places: ReadonlyArray<number>): ReadonlyArray<number> => {
  const divisions: number[] = [];
  let latest = -1;
  for (const [index, place] of places.entries()) {
    if (latest === index - 1) divisions.push(index);
    latest = Math.max(latest, place);
  }
  return [...divisions, places.length];
};

/** The type of the media of a track (ISO/IEC 14496-12, 8.4.3). */
const handlerOf = (track: Uint8Array): string =>
  String.fromCharCode(...(boxAt(track, 'mdia', 'hdlr')?.subarray(8, 12) ?? []));

/** @throws RangeError if a box is shorter than it says */
const readTrack = (moov: Uint8Array): CopyableTrack | undefined => {
  const [track, another] = boxesIn(moov)
    .filter(({ type, body }) => type === 'trak' && handlerOf(body) === 'vide')
    .map(({ body }) => body);
  const tables = track && boxAt(track, 'mdia', 'minf', 'stbl');
  const isWhole = !boxesIn(moov).some(({ type }) => type === 'mvex');
  if (!track || another || !tables || !isWhole || !isUpright(track)) return undefined;
  const [sets, samples, keys] = [parameterSets(tables), samplesIn(tables), keysIn(tables)];
  const timescale = timescaleOf(track);
  if (!sets || !samples || !keys || samples.length < 2 || timescale === 0) return undefined;

  const [lengths, delays] = [lengthsIn(tables, samples.length), delaysIn(tables, samples.length)];
  if (!lengths || !delays) return undefined;
  let decoded = 0;
  const shown = samples.map((_, index) => {
    const at = decoded + (delays[index] ?? 0);
    decoded += lengths[index] ?? 0;
    return at;
  });
  const order = [...shown.keys()].toSorted((a, b) => (shown[a] ?? 0) - (shown[b] ?? 0));
  const places: number[] = [];
  for (const [place, index] of order.entries()) places[index] = place;
  const first = shown[order[0] ?? 0] ?? 0;
  const times = order.map((index) => (((shown[index] ?? 0) - first) * 1000) / timescale);
  if (times.some((time, index) => index > 0 && time <= (times[index - 1] ?? 0))) return undefined;
  const divisions = divisionsOf(places);
  const keySet = new Set(keys);
  const starts = divisions.filter((index) => keySet.has(index) && places[index] === index);
  const groups = starts.map((from, index) => ({ from, to: starts[index + 1] ?? samples.length }));
  return { sets, samples, places, times, groups, divisions };
};

/**
 * What the `moov` box of an MP4 says about its video, which anybody may have written.
 * @returns undefined if there is not exactly one video of H.264, upright and with one format, or if the box is damaged
 */
export const copyableTrack = (moov: Uint8Array): CopyableTrack | undefined => {
  try {
    return readTrack(moov);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** More than the tables of nine hours of video and sound take. */
const MOST_BYTES = 64 * 1024 ** 2;

/** The same for a file. */
export const copyableTrackOf = async (path: string): Promise<CopyableTrack | undefined> => {
  const moov = await movieBody(path, MOST_BYTES).catch(() => undefined);
  return moov && copyableTrack(moov);
};
