import { constants, createReadStream, type Stats } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Fault, unavailable } from '../../application/ports/fault.js';
import type { ObjectStorage, StoredObject } from '../../application/ports/object-storage.js';

const storageFault = unavailable('the output storage');

/** A plain file name: no separator, no leading dot. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/;

/**
 * Opens a file for reading without following symbolic links. Streams accept this number too, but their types only allow
 * names.
 */
const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW;

/**
 * Whether this is a regular file with a single name. Through a second name, the content could be changed or belong to
 * something else.
 */
const hasSingleName = (stats: Stats): boolean => stats.isFile() && stats.nlink === 1;

const flush = async (path: string): Promise<void> => {
  const handle = await open(path, READ_NO_LINK);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Stores objects as files in one folder. A file appears atomically, and only after it has been synced to disk. */
export const localFiles = (folder: string): ObjectStorage => ({
  put: (key, path) => async () => {
    if (!KEY.test(key)) return E.left(storageFault('the key is not valid'));
    const partial = join(folder, `.${key}.partial`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!hasSingleName(await lstat(path))) return E.left(storageFault('the output is not a regular file'));
      await rm(partial, { force: true });
      await link(path, partial).catch(() => copyFile(path, partial)); // another file system: copy
      await flush(partial);
      await rename(partial, join(folder, key));
      await flush(folder);
      return E.right(undefined);
    } catch (error) {
      await rm(partial, { force: true }).catch(() => undefined);
      return E.left(storageFault(error));
    }
  },

  find: (key) => async (): Promise<E.Either<Fault, O.Option<StoredObject>>> => {
    if (!KEY.test(key)) return E.right(O.none);
    const path = join(folder, key);
    try {
      const stats = await lstat(path);
      if (!stats.isFile()) return E.right(O.none);
      return E.right(
        O.some({
          bytes: stats.size,
          modifiedAt: stats.mtime,
          read: (range) => createReadStream(path, { ...range, flags: READ_NO_LINK as unknown as string }),
        }),
      );
    } catch (error) {
      return isMissing(error) ? E.right(O.none) : E.left(storageFault(error));
    }
  },
});
