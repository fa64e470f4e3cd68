import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** How much is read at once, in bytes: in Node's usual 64 KiB, reading takes as long as hashing. */
const CHUNK = 1024 * 1024;

/** The SHA-256 of a file, hexadecimal. */
export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: CHUNK }), hash);
  return hash.digest('hex');
};
