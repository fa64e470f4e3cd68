import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SharedSecret } from '../../application/ports/shared-secret.js';
import { errorCode } from './error-code.js';

/** Atomically writes a file that only this user may read (mode 0600). */
export const writePrivateFile = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(unfinished, text, { mode: 0o600, flag: 'wx', flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

/** The text of a file, or undefined if it does not exist. */
export const readIfExists = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** Random bytes in hexadecimal, kept in a private file. */
export const persistentSecret = (file: string, bytes = 24): Promise<string> =>
  persistentText(file, () => Promise.resolve(randomBytes(bytes).toString('hex')));

/** A text in a private file: made the first time, the same ever after. */
export const persistentText = async (file: string, make: () => Promise<string>): Promise<string> => {
  const kept = await readIfExists(file);
  if (kept !== undefined && kept.trim() !== '') return kept.trim();
  const made = await make();
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(unfinished, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(unfinished, file); // fails if another process was faster; its secret is used then
    return made;
  } catch (error) {
    const theirs = (await readIfExists(file))?.trim();
    if (theirs === undefined || theirs === '') throw error;
    return theirs;
  } finally {
    await rm(unfinished, { force: true });
  }
};

/** A secret in a private file, for processes that share the file. */
export const secretInFile = (file: string): SharedSecret => ({
  read: (bytes) => persistentSecret(file, bytes),
  replace: (secret) => writePrivateFile(file, `${secret}\n`),
});
