import { constants, createReadStream, type Stats } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Fault, unavailable } from '../../application/ports/fault.js';
import type { ObjectStorage, StoredObject } from '../../application/ports/object-storage.js';

const storageFault = unavailable('the output storage');

/** A file name and nothing else: no separator, no leading dot. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/;

/** To open a file for reading, but nothing that a symbolic link leads to. Streams take it too: their type knows names only. */
const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW;

/** Whether this is a file, and by its only name: with another, what is stored could be changed, or be another's. */
const isFileOfItsOwn = (stats: Stats): boolean => stats.isFile() && stats.nlink === 1;

const flush = async (path: string): Promise<void> => {
  const handle = await open(path, READ_NO_LINK);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Objects as files in one folder; a file appears whole, and only once it is on the disk. */
export const localFiles = (folder: string): ObjectStorage => ({
  put: (key, path) => async () => {
    if (!KEY.test(key)) return E.left(storageFault('the key is not one of ours'));
    const partial = join(folder, `.${key}.partial`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!isFileOfItsOwn(await lstat(path))) return E.left(storageFault('the output is not a file'));
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
