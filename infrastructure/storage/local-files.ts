import { randomUUID } from 'node:crypto';
import { constants, createReadStream, type Stats } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type ObjectEntry,
  type ObjectStorage,
  storageTask,
  type StoredObject,
} from '../../application/ports/object-storage.js';
import { verifyContent } from './content-checksum.js';
import { isObjectKey } from './object-key.js';
import { hasSingleName, READ_NO_LINK, unlessMissing } from './regular-file.js';

/** Number of objects in one listing. */
const PAGE = 1000;

const flush = async (path: string): Promise<void> => {
  const handle = await open(path, READ_NO_LINK);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The properties of a regular file, or undefined if there is none. */
const regularFile = async (path: string): Promise<Stats | undefined> => {
  const stats = await lstat(path).catch(unlessMissing);
  return stats?.isFile() === true ? stats : undefined;
};

const namesIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await readdir(folder).catch(unlessMissing)) ?? [];

/** A file that `put` has not finished. */
const isPartial = (name: string): boolean => name.startsWith('.') && name.endsWith('.partial');

/** Puts a file in the folder under its key; rejects if it is not what its hash says. */
const putFile = async (folder: string, key: string, path: string, sha256: string | undefined) => {
  const partial = join(folder, `.${key}-${randomUUID()}.partial`); // equal files may come at once
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!hasSingleName(await lstat(path))) throw new Error('the object is not a regular file');
    await link(path, partial).catch(() => copyFile(path, partial)); // another file system: copy
    await verifyContent(partial, sha256);
    await flush(partial);
    await rename(partial, join(folder, key));
    await flush(folder);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
};

/** Copies a stored file to the path. @returns whether there is one */
const copyStored = async (stored: string, path: string, sha256: string | undefined): Promise<boolean> => {
  if (!(await regularFile(stored))) return false;
  await copyFile(stored, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  try {
    await verifyContent(path, sha256);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return true;
};

const listFiles = async (folder: string, after: string): Promise<ReadonlyArray<ObjectEntry>> => {
  const keys = (await namesIn(folder)).filter((name) => isObjectKey(name) && name > after);
  const entries: Array<ObjectEntry> = [];
  for (const key of keys.toSorted((a, b) => (a < b ? -1 : 1))) {
    if (entries.length === PAGE) break;
    const stats = await regularFile(join(folder, key));
    if (stats) entries.push({ key, bytes: stats.size, modifiedAt: stats.mtime });
  }
  return entries;
};

const timeOf = async (folder: string): Promise<Date> => {
  const file = join(folder, `.time-${randomUUID()}.partial`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, '', { flag: 'wx' });
    return (await lstat(file)).mtime;
  } catch {
    return new Date(); // The disk is full, or read-only; it mostly belongs to this machine.
  } finally {
    await rm(file, { force: true });
  }
};

const removePartial = async (folder: string, before: Date): Promise<number> => {
  let removed = 0;
  for (const name of (await namesIn(folder)).filter(isPartial)) {
    const stats = await regularFile(join(folder, name));
    // The change of status is when `put` made the name; a link keeps the time of modification of the original.
    if (!stats || stats.ctime >= before) continue;
    await rm(join(folder, name), { force: true });
    removed += 1;
  }
  return removed;
};

/** Stores objects as files in one folder. A file appears atomically, and only after it has been synced to disk. */
export const localFiles = (folder: string): ObjectStorage => ({
  put: (key, path, sha256) =>
    storageTask(async () => {
      if (!isObjectKey(key)) throw new Error('the key is not valid');
      await putFile(folder, key, path, sha256);
    }),

  find: (key) =>
    storageTask(async (): Promise<O.Option<StoredObject>> => {
      if (!isObjectKey(key)) return O.none;
      const path = join(folder, key);
      const stats = await regularFile(path);
      if (!stats) return O.none;
      return O.some({
        bytes: stats.size,
        modifiedAt: stats.mtime,
        read: (range) => createReadStream(path, { ...range, flags: READ_NO_LINK as unknown as string }),
      });
    }),

  get: (key, path, sha256) =>
    storageTask(async () => isObjectKey(key) && copyStored(join(folder, key), path, sha256)),

  list: (after = '') => storageTask(() => listFiles(folder, after)),

  time: storageTask(() => timeOf(folder)),

  remove: (key) =>
    storageTask(async () => {
      if (isObjectKey(key)) await rm(join(folder, key), { force: true });
    }),

  removeUnfinished: (before) => storageTask(() => removePartial(folder, before)),

  signedUrl: () => TE.right(O.none),
});
