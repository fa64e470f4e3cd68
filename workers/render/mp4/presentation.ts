import { dataViewOf } from '../h264/bytes.js';
import { type Facts, type BoxFields, boxFields, hashed, wholeBoxes } from './box-fields.js';
import { sampleEntry } from './sample-entries.js';
import { shownTimes } from './shown-times.js';
import { movieBody } from './top-level-boxes.js';

// Everything in an MP4 or MOV that affects how a player shows its packets (ISO/IEC 14496-12), as names and values for
// the movie and for each of its tracks. Every box is interpreted, hashed, or known not to affect what is shown.

/** Enough for the tables of three hours; a hostile file could have gigabytes. */
const LARGEST_MOVIE_BOX = 64 * 1024 * 1024;

/** More than outputs have: one track each for picture, sound and subtitles. */
const MOST_TRACKS = 8;

/** Tags by which players change the volume. */
const GAIN = /iTunNORM|replaygain|r128_|ludt/i;

/** The hashes of the tags and loudness boxes that change the volume. */
const gainIn = (fields: BoxFields): string => {
  const tags = [fields.take('udta'), fields.take('meta')].filter((body) => body !== undefined);
  const found = tags.filter((body) => GAIN.test(Buffer.from(body).toString('latin1')));
  return found.length === 0 ? 'none' : found.map(hashed).join(', ');
};

const fixed = (view: DataView, at: number): number => view.getInt32(at) / 65_536;

/** A transformation matrix (6.2.2), row by row. */
const matrixAt = (view: DataView, at: number): string =>
  Array.from({ length: 9 }, (_, index) =>
    index % 3 === 2 ? view.getInt32(at + index * 4) / 2 ** 30 : fixed(view, at + index * 4),
  ).join(' ');

/** How many bytes the fields after the times of a header shift if these have 64 bits. */
const wider = (view: DataView): number => (view.getUint8(0) === 1 ? 12 : 0);

const movieFacts = (fields: BoxFields): { readonly facts: Facts; readonly perSecond: number } => {
  const view = dataViewOf(fields.need('mvhd'));
  const after = wider(view);
  const facts = {
    track: 'all',
    rate: String(fixed(view, 20 + after)),
    volume: String(view.getInt16(24 + after) / 256),
    'display matrix': matrixAt(view, 36 + after),
    gain: gainIn(fields),
    'other fields': fields.other(),
  };
  return { facts, perSecond: view.getUint32(after === 0 ? 12 : 20) };
};

/** Names of media types (8.4.3). */
const TRACKS: Readonly<Record<string, string>> = { vide: 'picture', soun: 'sound' };

/** Whether a media header has its neutral values: no blending, no balance. */
const isNeutral = (header: Uint8Array): boolean => header.subarray(4).every((byte) => byte === 0);

const trackFacts = async (fields: BoxFields, moviePerSecond: number): Promise<Facts> => {
  const view = dataViewOf(fields.need('tkhd'));
  const after = wider(view);
  const media = dataViewOf(fields.need('mdhd'));
  const handler = Buffer.from(fields.need('hdlr').subarray(8, 12)).toString('latin1');
  const header = fields.take('vmhd') ?? fields.take('smhd') ?? fields.take('nmhd');
  return {
    track: TRACKS[handler] ?? handler,
    enabled: (view.getUint8(3) & 1) === 1 ? 'yes' : 'no',
    layer: String(view.getInt16(32 + after)),
    'alternate group': String(view.getInt16(34 + after)),
    volume: String(view.getInt16(36 + after) / 256),
    'display matrix': matrixAt(view, 40 + after),
    'display size': `${fixed(view, 76 + after)}x${fixed(view, 80 + after)}`,
    gain: gainIn(fields),
    blending: header === undefined || isNeutral(header) ? 'none' : hashed(header),
    ...(await shownTimes({
      durations: fields.need('stts'),
      offsets: fields.take('ctts'),
      edits: fields.take('elst'),
      perSecond: media.getUint32(wider(media) === 0 ? 12 : 20),
      moviePerSecond,
    })),
    ...sampleEntry(handler, fields.need('stsd')),
    'other fields': fields.other(),
  };
};

const inMovie = async (movie: Uint8Array): Promise<ReadonlyArray<Facts>> => {
  const tracks = wholeBoxes(movie).filter(({ type }) => type === 'trak');
  if (tracks.length > MOST_TRACKS) throw new RangeError('the movie has too many tracks');
  const { facts, perSecond } = movieFacts(boxFields(movie, 'trak'));
  const all = [facts];
  for (const { body } of tracks) all.push(await trackFacts(boxFields(body), perSecond));
  return all;
};

/**
 * Everything in an MP4 or MOV that affects how a player shows its packets.
 * @returns undefined for other files, for fragmented ones, whose times are outside the movie box, and for those that are
 * damaged or too large
 */
export const presentationOf = async (path: string): Promise<ReadonlyArray<Facts> | undefined> => {
  try {
    const body = await movieBody(path, LARGEST_MOVIE_BOX);
    return body && (await inMovie(body));
  } catch {
    return undefined;
  }
};
