import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../../application/ports/clock.js';
import { type ObjectStorage, storageTask } from '../../application/ports/object-storage.js';
import { verifyContent } from './content-checksum.js';
import type { SourcePins } from '../../application/ports/source-pins.js';

/** A copy that is older is stored again when it is used, so that it is kept from then on. */
const REFRESH_MS = 86_400_000;

/**
 * Source pins in an area of the object storage, each under its SHA-256.
 * @param isOn whether sources are pinned; copies that exist are used in any case
 */
export const storedSourcePins = (
  storage: Pick<ObjectStorage, 'find' | 'put' | 'get'>,
  clock: Clock,
  isOn: boolean,
): SourcePins => ({
  pin:
    ({ path, sha256 }, folder) =>
    async () => {
      if (!isOn) return E.right(undefined);
      const found = await storage.find(sha256)();
      if (E.isLeft(found)) return found;
      if (O.isSome(found.right)) {
        const age = clock.now().getTime() - found.right.value.modifiedAt.getTime();
        if (age < REFRESH_MS) return E.right(undefined);
      }
      // The storage takes only files with a single name; the time of the copy is the time of the pin.
      const copy = join(folder, `pin-${randomUUID()}`);
      try {
        const flags = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
        const copied = storageTask(() => copyFile(path, copy, flags));
        return await TE.flatMap(() => storage.put(sha256, copy, sha256))(copied)();
      } finally {
        await rm(copy, { force: true });
      }
    },

  take: (sha256, path) => async () => {
    const found = await storage.get(sha256, path)();
    if (E.isLeft(found) || !found.right) return found;
    try {
      await verifyContent(path, sha256);
      return E.right(true);
    } catch {
      await rm(path, { force: true });
      return E.right(false);
    }
  },
});
