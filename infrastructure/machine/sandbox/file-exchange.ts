import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../platform/error-code.js';
import { abilities } from './abilities.js';
import { DECODER_ACCOUNT } from './bubblewrap.js';

// Exchange of files with sandboxed programs, which may run as another account.

const runsAsOtherAccount = (): boolean => abilities().bubblewrap?.as === 'account';

const READABLE_BY_ALL = 0o444;
const OPEN_TO_ALL = 0o555;

/**
 * Lets sandboxed programs read a file or folder of this service. Its parent folders keep other accounts out. Does not
 * change the targets of links, which may not belong to this service.
 */
export const allowReading = (path: string): void => {
  if (!runsAsOtherAccount()) return;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink()) return;
  const wanted = stats.mode | (stats.isDirectory() ? OPEN_TO_ALL : READABLE_BY_ALL);
  if (wanted !== stats.mode) chmodSync(path, wanted);
};

/** Whether sandboxed programs may read a file as it is. */
export const isReadable = (path: string): boolean =>
  !runsAsOtherAccount() || (statSync(path).mode & 0o004) !== 0;

/** Creates a folder that a sandboxed program may write to. */
export const makeWritableFolder = (path: string): void => {
  mkdirSync(path, { mode: 0o700 });
  allowWriting(path);
};

/** The program is started by root without its capabilities, which must be able to pass the folder too. */
const allowWriting = (folder: string): void => {
  if (!runsAsOtherAccount()) return;
  chownSync(folder, DECODER_ACCOUNT.uid, DECODER_ACCOUNT.gid);
  chmodSync(folder, 0o711);
};

/**
 * Moves a file that a sandboxed program wrote to a place the program cannot reach, and validates it there. It must be a
 * regular file with a single name; a link or a pipe could redirect this process.
 * @returns whether it is valid; anything else is removed
 */
export const moveOutput = (from: string, to: string): boolean => {
  try {
    renameSync(from, to);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  const stats = lstatSync(to);
  if (!stats.isFile() || stats.nlink !== 1) {
    rmSync(to, { recursive: true, force: true });
    return false;
  }
  const [self, group] = [process.getuid?.(), process.getgid?.()];
  if (self !== undefined && group !== undefined && stats.uid !== self) lchownSync(to, self, group);
  return true;
};

/** The output folder of one run of a sandboxed program. */
export interface OutputFolder {
  readonly path: string;
  /** The path for the program's output file. */
  readonly file: string;
  /** Moves the file to its destination; returns whether it was there. */
  readonly take: () => boolean;
}

const openWritableFolder = async (parent: string): Promise<string> => {
  const path = await mkdtemp(join(parent, '.writing-'));
  allowWriting(path);
  return path;
};

/**
 * Makes a folder next to `file` in which a sandboxed program can write that file. Removes the folder after `take`. If the
 * work fails before, the folder stays until its parent is removed: a disk that the output filled is then still full, and
 * is reported as full.
 */
export const withOutputFolder = async <A>(
  file: string,
  work: (folder: OutputFolder) => Promise<A>,
): Promise<A> => {
  const path = await openWritableFolder(dirname(file));
  const own = join(path, basename(file));
  let isFinished = false;
  const take = (): boolean => {
    isFinished = true;
    return moveOutput(own, file);
  };
  const result = await work({ path, file: own, take });
  if (isFinished) await rm(path, { recursive: true, force: true });
  return result;
};
