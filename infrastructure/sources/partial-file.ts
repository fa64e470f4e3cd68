import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** A file that is being downloaded, over several connections if necessary. */
export interface PartialFile {
  readonly size: () => number;
  readonly append: (chunk: Buffer) => Promise<void>;
  /** Discards the content. */
  readonly restart: () => Promise<void>;
  /** Closes the file and makes it read-only. @returns the SHA-256 of its content, hex */
  readonly finish: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Creates an empty file that only this user can read. Fails if the path exists. */
export const createPartialFile = async (path: string): Promise<PartialFile> => {
  const file: FileHandle = await open(path, 'wx', 0o600);
  let hash = createHash('sha256');
  let size = 0;
  return {
    size: () => size,
    append: async (chunk) => {
      hash.update(chunk);
      for (let written = 0; written < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, written, chunk.length - written, size);
        written += bytesWritten;
        size += bytesWritten;
      }
    },
    restart: async () => {
      await file.truncate(0);
      hash = createHash('sha256');
      size = 0;
    },
    finish: async () => {
      await file.chmod(0o400);
      await file.close();
      return hash.digest('hex');
    },
    close: () => file.close(),
  };
};
