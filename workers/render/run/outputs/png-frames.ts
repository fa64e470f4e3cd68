import { open } from 'node:fs/promises';
import { makeZip } from 'client-zip';

/** A file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const CHUNK_BYTES = 12;
const IEND = 0x49454e44;
const FIRST_CAPACITY = 1 << 20;

/** Bytes that are appended at the end and taken from the start. */
const growingBytes = () => {
  let bytes = Buffer.alloc(FIRST_CAPACITY);
  let length = 0;
  return {
    append: (chunk: Uint8Array): void => {
      if (length + chunk.length > bytes.length) {
        const larger = Buffer.alloc(Math.max(bytes.length * 2, length + chunk.length));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      bytes.set(chunk, length);
      length += chunk.length;
    },
    /** The first bytes, up to `end`, as a copy. */
    take: (end: number): Uint8Array => {
      const taken = Uint8Array.from(bytes.subarray(0, end));
      bytes.copy(bytes, 0, end, length);
      length -= end;
      return taken;
    },
    seen: () => bytes.subarray(0, length),
  };
};

/** PNG files, one after the other in a stream, as the files of an archive: `frame-000001.png` and so on. */
export async function* pngFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const buffer = growingBytes();
  let count = 0;
  // The start of the next chunk (PNG, third edition, 5.3).
  let at = SIGNATURE_BYTES;
  for await (const part of stream) {
    buffer.append(part);
    for (let bytes = buffer.seen(); at + CHUNK_BYTES <= bytes.length; bytes = buffer.seen()) {
      const next = at + CHUNK_BYTES + bytes.readUInt32BE(at);
      const isLast = bytes.readUInt32BE(at + 4) === IEND;
      at = isLast ? SIGNATURE_BYTES : next;
      if (!isLast) continue;
      count += 1;
      yield { name: `frame-${String(count).padStart(6, '0')}.png`, bytes: buffer.take(next) };
    }
  }
}

/** The date of every file: archives of the same files are the same. ZIP knows none before 1980. */
const DATE = new Date('2000-01-01T00:00:00Z');

async function* dated(entries: AsyncIterable<ArchiveEntry>) {
  for await (const { name, bytes } of entries)
    yield { name, input: bytes as Uint8Array<ArrayBuffer>, lastModified: DATE };
}

/** Writes a ZIP with these files, in their order, as they come; the same files give the same bytes. */
export const writeZip = async (entries: AsyncIterable<ArchiveEntry>, path: string): Promise<void> => {
  const file = await open(path, 'w', 0o600);
  try {
    for await (const chunk of makeZip(dated(entries))) await file.write(chunk);
  } finally {
    await file.close();
  }
};
