import { type FileHandle, open } from 'node:fs/promises';

/** The position of a box in an MP4 file (ISO/IEC 14496-12, 4.2), in bytes. */
export interface TopLevelBox {
  readonly type: string;
  readonly start: number;
  /** Including the header. */
  readonly size: number;
  readonly headerSize: number;
}

const HEADER_BYTES = 8;
/** Size of the header of a box with a 64-bit size. */
const LARGE_HEADER_BYTES = 16;
/** Far more than supported files have; a hostile file could have millions. */
const MOST_BOXES = 1000;

/** A part of a file; shorter if the file ends before. */
export const bytesAt = async (file: FileHandle, start: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
};

/** The box that starts at an offset of a file; undefined if none fits there. */
const boxStartingAt = async (
  file: FileHandle,
  start: number,
  end: number,
): Promise<TopLevelBox | undefined> => {
  const header = await bytesAt(file, start, LARGE_HEADER_BYTES);
  if (header.length < HEADER_BYTES) return undefined;
  const stated = header.readUInt32BE(0);
  const headerSize = stated === 1 ? LARGE_HEADER_BYTES : HEADER_BYTES;
  if (header.length < headerSize) return undefined;
  const large = stated === 1 ? Number(header.readBigUInt64BE(8)) : stated;
  const size = stated === 0 ? end - start : large;
  if (size < headerSize || start + size > end) return undefined;
  return { type: header.toString('latin1', 4, 8), start, size, headerSize };
};

/**
 * All top-level boxes of a file, in order.
 * @throws Error if they do not fill the file, or if there are more than 1000
 */
export const allTopLevelBoxes = async (file: FileHandle): Promise<ReadonlyArray<TopLevelBox>> => {
  const { size: end } = await file.stat();
  const boxes: TopLevelBox[] = [];
  let start = 0;
  while (start < end && boxes.length < MOST_BOXES) {
    const box = await boxStartingAt(file, start, end);
    if (!box) break;
    boxes.push(box);
    start += box.size;
  }
  if (start !== end) throw new Error('the boxes do not fill the file');
  return boxes;
};

/**
 * The body of the movie box of a file; undefined if it has more than `most` bytes, or if the file has none, several, or
 * fragments, which hold times of their own.
 * @throws Error if the file can't be read, or is not made of whole boxes
 */
export const movieBody = async (path: string, most: number): Promise<Buffer | undefined> => {
  const file = await open(path);
  try {
    const boxes = await allTopLevelBoxes(file);
    const [movie, another] = boxes.filter(({ type }) => type === 'moov' || type === 'moof');
    if (movie?.type !== 'moov' || another || movie.size > most) return undefined;
    return await bytesAt(file, movie.start + movie.headerSize, movie.size - movie.headerSize);
  } finally {
    await file.close();
  }
};
