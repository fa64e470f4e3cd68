import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Creates an empty file that only this user can read. Fails if the path exists. */
export const createPartialFile = async (path: string) => {
  const file = await open(path, 'wx', 0o600);
  let hash = createHash('sha256');
  let size = 0;
  return {
    size: () => size,
    append: async (chunk: Buffer): Promise<void> => {
      hash.update(chunk);
      for (let written = 0; written < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, written, chunk.length - written, size);
        written += bytesWritten;
        size += bytesWritten;
      }
    },
    /** Discards the content. */
    restart: async (): Promise<void> => {
      await file.truncate(0);
      hash = createHash('sha256');
      size = 0;
    },
    /** Closes the file and makes it read-only. @returns the SHA-256 of its content, hex */
    finish: async (): Promise<string> => {
      await file.chmod(0o400);
      await file.close();
      return hash.digest('hex');
    },
    close: () => file.close(),
  };
};

/** A file that is being downloaded, over several connections if necessary. */
export type PartialFile = Awaited<ReturnType<typeof createPartialFile>>;
