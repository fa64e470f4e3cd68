import { boxAt, boxOf, joined, viewOf, words } from './boxes.js';
import { TABLES } from './sample-tables.js';
import { frameLength, type ListedSample, movieBox } from './rewritten-movie.js';
import { delaysIn, keysIn, type SampleRange, samplesIn } from './sample-tables.js';

/** What the tables of a piece say: one H.264 stream that begins with a key frame, in frames of equal length. */
export interface PieceTables {
  /** The content of its `moov` box. */
  readonly moov: Uint8Array;
  /** In the order in which they are decoded. */
  readonly samples: ReadonlyArray<SampleRange>;
  /** Which frame of the piece each sample is, in the order in which they are shown. */
  readonly places: ReadonlyArray<number>;
  /** The numbers of the samples that are key frames. */
  readonly keys: ReadonlySet<number>;
  /** How much later than the first sample is decoded the first frame is shown, in frames. */
  readonly delay: number;
}

/** Frames per second. */
type Rate = { readonly num: number; readonly den: number };

/** Where the picture begins, in units of the track (ISO 14496-12, `elst`). */
const startOf = (moov: Uint8Array): number => {
  const edits = boxAt(moov, 'trak', 'edts', 'elst');
  return edits ? viewOf(edits).getUint32(12) : 0;
};

const readTables = (moov: Uint8Array, rate: Rate): PieceTables | undefined => {
  const tables = boxAt(moov, ...TABLES.slice(1));
  const samples = tables && samplesIn(tables);
  const delays = samples && delaysIn(tables, samples.length);
  const length = frameLength(moov, rate);
  if (!delays || !length) return undefined;
  const delay = startOf(moov) / length;
  const places = samples.map((_, index) => index + (delays[index] ?? 0) / length - delay);
  const keys = new Set(keysIn(tables) ?? samples.keys());
  const inOrder = places.toSorted((a, b) => a - b);
  const isWhole = inOrder.every((place, index) => place === index);
  return isWhole && places[0] === 0 && keys.has(0) ? { moov, samples, places, keys, delay } : undefined;
};

/**
 * Reads the tables of a piece.
 * @param moov the content of its `moov` box
 * @returns undefined if it is damaged, or has a form that our encoders do not write
 */
export const pieceTables = (moov: Uint8Array, rate: Rate): PieceTables | undefined => {
  try {
    return readTables(moov, rate);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** The samples of pieces that follow one another, as the tables of one track list them. */
export const joinedSamples = (pieces: ReadonlyArray<PieceTables>): ReadonlyArray<ListedSample> => {
  const delay = pieces.reduce((most, piece) => Math.max(most, piece.delay), 0);
  return pieces.flatMap(({ samples, places, keys }) =>
    samples.map(({ length }, index) => ({
      length,
      isKey: keys.has(index),
      delay: (places[index] ?? 0) - index + delay,
    })),
  );
};

const KIND = boxOf('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'));
/** The header of a box whose size has 64 bits (ISO 14496-12, section 4.2). */
const MEDIA_HEADER = 16;

/** The header of the box around samples of some bytes. */
const mediaHeader = (bytes: number): Uint8Array => {
  const size = bytes + MEDIA_HEADER;
  return joined([
    words([1]),
    Buffer.from('mdat', 'latin1'),
    words([Math.floor(size / 2 ** 32), size % 2 ** 32]),
  ]);
};

/**
 * What comes before the samples in an MP4 that can be read from a pipe: its tables are at its beginning.
 * @param moov the headers of its track, as for {@link movieBox}
 * @returns undefined if they have a form for which this is not made
 */
export const movieStart = (
  moov: Uint8Array,
  samples: ReadonlyArray<ListedSample>,
  rate: Rate,
): Uint8Array | undefined => {
  // Its size does not depend on where the samples begin.
  const size = movieBox(moov, samples, rate, 0)?.length;
  if (size === undefined) return undefined;
  const movie = movieBox(moov, samples, rate, KIND.length + size + MEDIA_HEADER);
  const bytes = samples.reduce((sum, { length }) => sum + length, 0);
  return movie && joined([KIND, movie, mediaHeader(bytes)]);
};
