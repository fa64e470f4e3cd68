import { rm } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../../application/ports/clock.js';
import type { ObjectStorage } from '../../application/ports/object-storage.js';
import type { SourcePins } from '../../application/ports/source-pins.js';
import { verifyContent } from './content-checksum.js';
import { storeWhenDue } from './store-when-due.js';

/**
 * Source pins in an area of the object storage, each under its SHA-256.
 * @param isOn whether sources are pinned; copies that exist are used in any case
 */
export const storedSourcePins = (
  storage: Pick<ObjectStorage, 'find' | 'put' | 'get'>,
  clock: Clock,
  isOn: boolean,
): SourcePins => ({
  pin: ({ path, sha256 }, folder) =>
    isOn
      ? storeWhenDue(storage, { key: sha256, path, folder, checksum: sha256 }, clock.now())
      : TE.right(undefined),

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
