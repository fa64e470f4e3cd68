import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The SHA-256 (hex) and the size of a file. */
export const measuredFile = async (
  path: string,
): Promise<{ readonly sha256: string; readonly bytes: number }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
};
