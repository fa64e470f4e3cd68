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
