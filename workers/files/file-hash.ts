import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** How much is read at once, in bytes: in Node's usual 64 KiB, reading takes as long as hashing. */
const MOST_AT_ONCE = 1024 * 1024;

/**
 * The SHA-256 of a file, hexadecimal. All parts are read into the same memory: with new memory for each, V8 collects
 * garbage every 15 MB or so, which takes longer than hashing them.
 */
export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const part = Buffer.allocUnsafe(Math.max(1, Math.min(size, MOST_AT_ONCE)));
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
  /** Notes the hash of a file that is known already, and may not exist yet. */
  readonly know: (path: string, sha256: string) => void;
}

export const fileHashes = (known: Iterable<readonly [path: string, sha256: string]> = []): FileHashes => {
  const hashes = new Map([...known].map(([path, sha256]) => [path, Promise.resolve(sha256)]));
  return {
    of: (path) => {
      const hash = hashes.get(path) ?? sha256OfFile(path);
      hashes.set(path, hash);
      return hash;
    },
    know: (path, sha256) => void hashes.set(path, Promise.resolve(sha256)),
  };
};
