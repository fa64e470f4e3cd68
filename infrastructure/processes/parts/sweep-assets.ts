import type { Knex } from 'knex';
import { sweepArea } from '../../../application/outputs/sweep-area.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import { KEPT, unusedOf, whileUnused } from '../../postgres/requests/asset-contents.js';

/** Deletes contents of which all assets are deleted or refused. @returns how many */
export const sweepAssets = async (database: Knex, storage: ObjectStorage): Promise<number> => {
  let swept = 0;
  await sweepArea(storage, async (page, now, remove) => {
    const old = page.filter(({ modifiedAt }) => now - modifiedAt.getTime() > KEPT).map(({ key }) => key);
    for (const key of await unusedOf(database, old)) {
      await whileUnused(database, async (_, isUnused) => {
        if (await isUnused(key)) await remove(key);
      });
      swept += 1;
    }
  });
  return swept;
};
