import type { FrameSpan } from '../../../domain/composition/timeline.js';
import { type ByteRange, dataViewOf } from '../h264/bytes.js';
import { type ParameterSets, parameterSetsIn } from '../h264/parameter-sets.js';
import { boxAt, boxesIn, wordsIn } from './boxes.js';
import { delaysIn, keysIn, durationsIn, samplesIn } from './sample-tables.js';
import { movieBody } from './top-level-boxes.js';

/** The video track of an MP4 whose samples can be copied. */
export interface CopyableTrack {
  readonly sets: ParameterSets;
  /** In decoding order. */
  readonly samples: ReadonlyArray<ByteRange>;
  /** The frame number of each sample; frames are numbered in display order. */
  readonly frameNumbers: ReadonlyArray<number>;
  /** When each frame is shown, in ms after the first; ascending. */
  readonly times: ReadonlyArray<number>;
  /**
   * Groups of pictures (GOPs) that begin with a key frame and depend on no other group. Their samples have the same
   * numbers as their frames.
   */
  readonly groups: ReadonlyArray<FrameSpan>;
  /** Frame numbers at which a group may be cut: all earlier frames are decoded before them, and no later ones. */
  readonly divisions: ReadonlyArray<number>;
}

/** The display matrix of a picture that is neither rotated, mirrored nor scaled. */
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

/** The offset of the boxes in `avc1`, in bytes. */
const AVC1_FIELDS = 78;

/** The parameter sets of the only sample entry (ISO 14496-15, `avcC`); undefined unless there is one of each. */
const parameterSets = (tables: Uint8Array): ParameterSets | undefined => {
  const [entry, another] = boxesIn(boxAt(tables, 'stsd')?.subarray(8) ?? new Uint8Array());
  const config =
    entry?.type === 'avc1' && !another ? boxAt(entry.body.subarray(AVC1_FIELDS), 'avcC') : undefined;
  return config && parameterSetsIn(config);
};

const divisionsOf = (frameNumbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  const divisions: number[] = [];
  let latest = -1;
  for (const [index, frame] of frameNumbers.entries()) {
    if (latest === index - 1) divisions.push(index);
    latest = Math.max(latest, frame);
  }
  return [...divisions, frameNumbers.length];
};

/** The media type of a track (ISO/IEC 14496-12, 8.4.3). */
const handlerOf = (track: Uint8Array): string =>
  String.fromCharCode(...(boxAt(track, 'mdia', 'hdlr')?.subarray(8, 12) ?? []));

/** @throws RangeError if a box is shorter than it states */
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

  const [durations, delays] = [durationsIn(tables, samples.length), delaysIn(tables, samples.length)];
  if (!durations || !delays) return undefined;
  let decoded = 0;
  const shown = samples.map((_, index) => {
    const at = decoded + (delays[index] ?? 0);
    decoded += durations[index] ?? 0;
    return at;
  });
  const order = [...shown.keys()].toSorted((a, b) => (shown[a] ?? 0) - (shown[b] ?? 0));
  const frameNumbers: number[] = [];
  for (const [frame, index] of order.entries()) frameNumbers[index] = frame;
  const first = shown[order[0] ?? 0] ?? 0;
  const times = order.map((index) => (((shown[index] ?? 0) - first) * 1000) / timescale);
  if (times.some((time, index) => index > 0 && time <= (times[index - 1] ?? 0))) return undefined;
  const divisions = divisionsOf(frameNumbers);
  const keySet = new Set(keys);
  const starts = divisions.filter((index) => keySet.has(index) && frameNumbers[index] === index);
  const groups = starts.map((from, index) => ({ from, to: starts[index + 1] ?? samples.length }));
  return { sets, samples, frameNumbers, times, groups, divisions };
};

/**
 * Reads the video track in the `moov` box of an MP4, which may be hostile.
 * @returns undefined unless there is exactly one H.264 video, upright and with one format, or if the box is damaged
 */
export const copyableTrack = (moov: Uint8Array): CopyableTrack | undefined => {
  try {
    return readTrack(moov);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** More than the tables of nine hours of video and sound. */
const MOST_BYTES = 64 * 1024 ** 2;

/** {@link copyableTrack} of a file. */
export const copyableTrackOf = async (path: string): Promise<CopyableTrack | undefined> => {
  const moov = await movieBody(path, MOST_BYTES).catch(() => undefined);
  return moov && copyableTrack(moov);
};
