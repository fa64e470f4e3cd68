import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, rename } from 'node:fs/promises';
import { errorCode } from './error-code.js';

/**
 * Links a file under a second name, or copies it where that is not possible, as on another file system. A copy appears
 * only when it is complete. Rejects with `EEXIST` if the name is taken.
 */
export const linkOrCopy = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error;
    const temporary = `${to}.${randomUUID()}.tmp`;
    await copyFile(from, temporary, constants.COPYFILE_FICLONE);
    await rename(temporary, to);
  }
};
