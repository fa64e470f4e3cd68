import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * Reads the file and compares it with a checksum.
 * @param sha256 hexadecimal digits; nothing is read if it is undefined
 * @throws Error if the file has other content
 */
export const verifyContent = async (path: string, sha256: string | undefined): Promise<void> => {
  if (sha256 === undefined) return;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  if (hash.digest('hex') !== sha256.toLowerCase()) throw new Error('the content does not match its checksum');
};
