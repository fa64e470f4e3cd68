import { boxAt, boxesIn, boxOf, boxParts, joined, viewOf, words } from './boxes.js';
import { AVC1_FIELDS } from './parameter-sets.js';
import { entriesOf } from './sample-tables.js';

/** What the tables of a video track say of a sample. */
export interface ListedSample {
  /** Bytes. */
  readonly length: number;
  readonly isKey: boolean;
  /** How much later than it is decoded it is shown, in frames. */
  readonly delay: number;
}

/** A sample of a video track, as it is stored. */
export interface Sample extends Omit<ListedSample, 'length'> {
  readonly bytes: Uint8Array;
}

/** Frames per second. */
type Rate = { readonly num: number; readonly den: number };

/** A copy with a number of 32 bits in another place. */
const withWord = (body: Uint8Array, at: number, value: number): Uint8Array => {
  const copy = Uint8Array.from(body);
  viewOf(copy).setUint32(at, value);
  return copy;
};

/** A description of samples that states another bit rate, if it states one. */
const withBitRate = (description: Uint8Array, bitRate: number): Uint8Array => {
  const copy = Uint8Array.from(description);
  const [entry] = boxesIn(copy.subarray(8));
  const stated = entry && boxAt(entry.body.subarray(AVC1_FIELDS), 'btrt');
  // The highest, then the average.
  if (stated) for (const at of [4, 8]) viewOf(stated).setUint32(at, bitRate);
  return copy;
};

/** The units of its track that a frame of an MP4 lasts; undefined if it is not a whole number of them. */
export const frameLength = (moov: Uint8Array, rate: Rate): number | undefined => {
  const header = boxAt(moov, 'trak', 'mdia', 'mdhd');
  if (!header || header[0] !== 0) return undefined;
  const length = (viewOf(header).getUint32(12) * rate.den) / rate.num;
  return Number.isInteger(length) ? length : undefined;
};

/**
 * The `moov` box of an MP4 with the headers of another, but other samples.
 * @param moov the content of that box as ffmpeg writes it: one video track without sound, with frames of equal length
 * @param firstByte where the samples begin in the file; they follow one another
 * @param bitRate what it states, in bits per second; by default what the other movie states
 * @returns undefined if it has a form for which this is not made
 */
export const movieBox = (
  moov: Uint8Array,
  samples: ReadonlyArray<ListedSample>,
  rate: Rate,
  firstByte: number,
  bitRate?: number,
): Uint8Array | undefined => {
  const length = frameLength(moov, rate);
  if (length === undefined) return undefined;
  const count = samples.length;
  const keys = samples.flatMap(({ isKey }, index) => (isKey ? [index + 1] : []));
  const isDelayed = samples.some(({ delay }) => delay > 0);
  const movieScale = viewOf(boxAt(moov, 'mvhd') ?? new Uint8Array(16)).getUint32(12);
  const movieLength = Math.round((count * rate.den * movieScale) / rate.num);
  const rebuilt = (body: Uint8Array): Uint8Array =>
    joined(
      boxesIn(body).map(({ type, body, bytes }) => {
        switch (type) {
          case 'trak':
          case 'mdia':
          case 'minf':
          case 'stbl':
          case 'edts':
            return boxOf(type, rebuilt(body));
          case 'mvhd':
            return boxOf(type, withWord(body, 16, movieLength));
          case 'tkhd':
            return boxOf(type, withWord(body, 20, movieLength));
          case 'mdhd':
            return boxOf(type, withWord(body, 16, count * length));
          case 'elst':
            return boxOf(
              type,
              withWord(withWord(body, 8, movieLength), 12, (samples[0]?.delay ?? 0) * length),
            );
          case 'stsd':
            return bitRate === undefined ? bytes : boxOf(type, withBitRate(body, bitRate));
          case 'stts':
            return joined([
              boxOf(type, words([0, 1, count, length])),
              ...(isDelayed
                ? [boxOf('ctts', words([0, ...entriesOf(samples.map(({ delay }) => delay * length))]))]
                : []),
            ]);
          case 'ctts':
          case 'stss':
            return new Uint8Array();
          case 'stsc':
            return joined([
              boxOf('stss', words([0, keys.length, ...keys])),
              boxOf(type, words([0, 1, 1, count, 1])),
            ]);
          case 'stsz':
            return boxOf(type, words([0, 0, count, ...samples.map(({ length }) => length)]));
          case 'stco':
            return boxOf(type, words([0, 1, firstByte]));
          default:
            return bytes;
        }
      }),
    );
  return boxOf('moov', rebuilt(moov));
};

/**
 * An MP4 with the headers of another, but other samples.
 * @param file as for {@link movieBox}
 * @param bitRate as for {@link movieBox}
 * @returns undefined if the file has a form for which this is not made
 */
export const rewrittenMovie = (
  file: Uint8Array,
  samples: ReadonlyArray<Sample>,
  rate: Rate,
  bitRate?: number,
): Uint8Array | undefined => {
  const moov = boxAt(file, 'moov');
  const kind = boxesIn(file).find(({ type }) => type === 'ftyp')?.bytes ?? new Uint8Array();
  const listed = samples.map(({ bytes, ...sample }) => ({ ...sample, length: bytes.length }));
  const movie = moov && movieBox(moov, listed, rate, kind.length + 8, bitRate);
  const media = boxParts(
    'mdat',
    samples.map(({ bytes }) => bytes),
  );
  return movie && joined([kind, ...media, movie]);
};
