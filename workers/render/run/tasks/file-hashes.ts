import { createHash } from 'node:crypto';
import { sha256OfFile } from '../../../files/file-hash.js';

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
