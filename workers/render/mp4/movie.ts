import { viewOf } from '../h264/bytes.js';
import { boxAt, boxesIn } from './boxes.js';
import { movieBody } from './top-level-boxes.js';

/** The video that the movie box of an MP4 or MOV describes: sides in px, duration of the whole file in ms. */
export interface Movie {
  readonly frames: number;
  readonly width: number;
  readonly height: number;
  readonly duration: number;
}

/** Far more than the tables of a day of video take. */
const LARGEST_MOVIE_BOX = 512 * 1024 * 1024;

/** The duration in a movie header (ISO/IEC 14496-12, 8.2.2), in ms. */
const durationIn = (header: Uint8Array): number => {
  const view = viewOf(header);
  return view.getUint8(0) === 1
    ? (Number(view.getBigUint64(24)) * 1000) / view.getUint32(20)
    : (view.getUint32(16) * 1000) / view.getUint32(12);
};

/** The type of the media of a track (ISO/IEC 14496-12, 8.4.3). */
export const handlerOf = (track: Uint8Array): string =>
  String.fromCharCode(...(boxAt(track, 'mdia', 'hdlr')?.subarray(8, 12) ?? []));

const movieIn = (body: Uint8Array): Movie | undefined => {
  const track = boxesIn(body).find(({ type, body }) => type === 'trak' && handlerOf(body) === 'vide')?.body;
  const samples = track && boxAt(track, 'mdia', 'minf', 'stbl');
  const header = boxAt(body, 'mvhd');
  const [sizes, description] = samples ? [boxAt(samples, 'stsz'), boxAt(samples, 'stsd')] : [];
  if (!header || !sizes || !description) return undefined;
  // Sides are in the first entry of the description (ISO/IEC 14496-12, 12.1.3).
  const [width, height] = [viewOf(description).getUint16(40), viewOf(description).getUint16(42)];
  return { frames: viewOf(sizes).getUint32(8), width, height, duration: durationIn(header) };
};

/**
 * Reads the movie box of an MP4 or MOV whose boxes fill it, without reading its media.
 * @returns undefined if it has no video with a table of frames
 * @throws Error if it can't be read, or is not made of whole boxes
 */
export const movieOf = async (path: string): Promise<Movie | undefined> => {
  const body = await movieBody(path, LARGEST_MOVIE_BOX);
  return body && movieIn(body);
};
