import type { FileHandle } from 'node:fs/promises';

/** A box of an MP4 file (ISO/IEC 14496-12, 4.2): where it is in the file, in bytes. */
export interface Mp4Box {
  readonly type: string;
  readonly start: number;
  readonly size: number;
}

const HEADER_BYTES = 8;
/** Size of the header of a box with a 64-bit size. */
const LARGE_HEADER_BYTES = 16;

/** A part of a file; less if it ends before. */
export const bytesAt = async (file: FileHandle, start: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
};

/**
 * The top-level boxes of a file, in order.
 * @throws Error if they do not fill the file
 */
export const topLevelBoxes = async (file: FileHandle): Promise<ReadonlyArray<Mp4Box>> => {
  const { size: end } = await file.stat();
  const boxes: Mp4Box[] = [];
  for (let start = 0; start < end;) {
    const header = await bytesAt(file, start, LARGE_HEADER_BYTES);
    if (header.length < HEADER_BYTES) throw new Error('the file ends within a box');
    const stated = header.readUInt32BE(0);
    const large = stated === 1 ? Number(header.readBigUInt64BE(8)) : stated;
    const size = stated === 0 ? end - start : large;
    if (size < HEADER_BYTES || start + size > end) throw new Error('a box does not fit the file');
    boxes.push({ type: header.toString('latin1', 4, 8), start, size });
    start += size;
  }
  return boxes;
};
