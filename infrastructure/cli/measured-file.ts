import { stat } from 'node:fs/promises';
import { sha256OfFile } from '../../workers/files/file-hash.js';

/** The SHA-256 (hex) and the size of a file. */
export const measuredFile = async (path: string) => ({
  sha256: await sha256OfFile(path),
  bytes: (await stat(path)).size,
});
