import { type FileHandle, open } from 'node:fs/promises';

/** More than the tables of nine hours of video and sound take. */
const MOST_BYTES = 64 * 1024 ** 2;
/** Boxes beside each other that are looked at. */
const MOST_BOXES = 1000;
const HEADER = 16;

/** Some bytes of a file; fewer where it ends. */
export const bytesAt = async (file: FileHandle, start: number, length: number): Promise<Uint8Array> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
};

/** The size of a box (ISO 14496-12, section 4.2), 0 if it reaches to the end of the file. */
const sizeOf = (header: DataView): number => {
  const size = header.getUint32(0);
  return size === 1 ? header.getUint32(8) * 2 ** 32 + header.getUint32(12) : size;
};

/** The content of the `moov` box of a file; undefined if it has none, or one that is too large. */
export const readMovie = async (path: string): Promise<Uint8Array | undefined> => {
  const file = await open(path);
  try {
    let start = 0;
    for (let count = 0; count < MOST_BOXES; count += 1) {
      const header = await bytesAt(file, start, HEADER);
      if (header.length < HEADER) return undefined;
      const view = new DataView(header.buffer, header.byteOffset, HEADER);
      const size = sizeOf(view);
      const fields = view.getUint32(0) === 1 ? HEADER : HEADER / 2;
      if (size < fields) return undefined;
      if (String.fromCharCode(...header.subarray(4, 8)) === 'moov')
        return size > MOST_BYTES ? undefined : await bytesAt(file, start + fields, size - fields);
      start += size;
    }
    return undefined;
  } finally {
    await file.close();
  }
};
