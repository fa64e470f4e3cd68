import type { FileHandle } from 'node:fs/promises';

/** A box of an MP4 file (ISO/IEC 14496-12, 4.2): where it is in the file, in bytes. */
export interface Mp4Box {
  readonly type: string;
  readonly start: number;
  /** With its header. */
  readonly size: number;
  readonly headerSize: number;
}

const HEADER_BYTES = 8;
/** Size of the header of a box with a 64-bit size. */
const LARGE_HEADER_BYTES = 16;
/** Far more than the files have whose tables are used; a hostile file could have millions. */
const MOST_BOXES = 1000;

/** A part of a file; less if it ends before. */
export const bytesAt = async (file: FileHandle, start: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
};

/** The box at a place of a file; undefined if none fits there. */
const boxStartingAt = async (file: FileHandle, start: number, end: number): Promise<Mp4Box | undefined> => {
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
 * Reads the headers of the top-level boxes of a file in order, as far as the caller iterates: at most 1000, and none from
 * the first that does not fit the file.
 */
export async function* topLevelBoxes(file: FileHandle): AsyncGenerator<Mp4Box, void> {
  const { size: end } = await file.stat();
  let start = 0;
  for (let count = 0; start < end && count < MOST_BOXES; count += 1) {
    const box = await boxStartingAt(file, start, end);
    if (!box) return;
    yield box;
    start += box.size;
  }
}

/**
 * All top-level boxes of a file, in order.
 * @throws Error if they do not fill the file, or are more than 1000
 */
export const allTopLevelBoxes = async (file: FileHandle): Promise<ReadonlyArray<Mp4Box>> => {
  const boxes: Mp4Box[] = [];
  for await (const box of topLevelBoxes(file)) boxes.push(box);
  const filled = boxes.reduce((sum, { size }) => sum + size, 0);
  if (filled !== (await file.stat()).size) throw new Error('the boxes do not fill the file');
  return boxes;
};

/** The content of a box, without its header; undefined if the box has more than `most` bytes. */
export const bodyOf = async (
  file: FileHandle,
  { start, size, headerSize }: Mp4Box,
  most: number,
): Promise<Buffer | undefined> =>
  size > most ? undefined : await bytesAt(file, start + headerSize, size - headerSize);
