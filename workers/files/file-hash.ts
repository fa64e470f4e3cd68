import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Size of the read buffer, in bytes. With Node's usual 64 KiB, reading takes as long as hashing. */
const BUFFER_BYTES = 1024 * 1024;

/**
 * The SHA-256 of a file, hexadecimal. Every read uses the same buffer: with a new one each time, V8 collects garbage
 * about every 15 MB, which takes longer than the hashing.
 */
export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const part = Buffer.allocUnsafe(Math.max(1, Math.min(size, BUFFER_BYTES)));
    for (;;) {
      const { bytesRead } = await file.read(part, 0, part.length);
      if (bytesRead === 0) break;
      hash.update(part.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
};

/** The SHA-256 of a text, hexadecimal. */
export const sha256OfText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hashes of files that do not change, each computed once. */
export interface FileHashes {
  readonly of: (path: string) => Promise<string>;
  /** Records a hash that is already known; the file may not exist yet. */
  readonly remember: (path: string, sha256: string) => void;
}

export const fileHashes = (known: Iterable<readonly [path: string, sha256: string]> = []): FileHashes => {
  const hashes = new Map([...known].map(([path, sha256]) => [path, Promise.resolve(sha256)]));
  return {
    of: (path) => {
      const hash = hashes.get(path) ?? sha256OfFile(path);
      hashes.set(path, hash);
      return hash;
    },
    remember: (path, sha256) => void hashes.set(path, Promise.resolve(sha256)),
  };
};
