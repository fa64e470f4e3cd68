import { sha256OfFile } from '../../workers/files/file-hash.js';

/**
 * Reads the file and compares it with a checksum.
 * @param sha256 hexadecimal digits; nothing is read if it is undefined
 * @throws Error if the file has other content
 */
export const verifyContent = async (path: string, sha256: string | undefined): Promise<void> => {
  if (sha256 === undefined) return;
  if ((await sha256OfFile(path)) !== sha256.toLowerCase())
    throw new Error('the content does not match its checksum');
};
