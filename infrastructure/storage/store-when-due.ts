import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../application/ports/fault.js';
import { type ObjectStorage, storageTask } from '../../application/ports/object-storage.js';

/** An object that was stored longer ago is stored again when it is used: sweeps go by the time of the last use. */
const REFRESH_MS = 86_400_000;

/**
 * Stores a file under a key, unless it was stored there within the last day.
 * @param folder for the temporary copy: storages take only files with a single name
 * @param checksum SHA-256 of the file, if the storage shall check it
 */
export const storeWhenDue =
  (
    storage: Pick<ObjectStorage, 'find' | 'put'>,
    { key, path, folder, checksum }: Record<'key' | 'path' | 'folder', string> & { checksum?: string },
    now: Date,
  ): TE.TaskEither<Fault, void> =>
  async () => {
    const found = await storage.find(key)();
    if (E.isLeft(found)) return found;
    if (O.isSome(found.right) && now.getTime() - found.right.value.modifiedAt.getTime() < REFRESH_MS)
      return E.right(undefined);
    const copy = join(folder, `copy-${randomUUID()}`);
    try {
      const flags = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
      const copied = storageTask(() => copyFile(path, copy, flags));
      return await TE.flatMap(() => storage.put(key, copy, checksum))(copied)();
    } finally {
      await rm(copy, { force: true });
    }
  };
