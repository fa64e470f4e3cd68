import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** A file that is being fetched, over several connections if need be. */
export interface PartialFile {
  readonly size: () => number;
  readonly append: (chunk: Buffer) => Promise<void>;
  /** Forgets what is there. */
  readonly restart: () => Promise<void>;
  /** Closes the file, which nobody may write to from now on; answers the SHA-256 of its content in hex. */
  readonly finish: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Begins an empty file at the path, readable to this user alone; there must not be one yet. */
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
