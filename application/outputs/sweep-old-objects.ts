import type { ObjectStorage } from '../ports/object-storage.js';
import { DAY_MS } from './retention.js';
import { sweepArea } from './sweep-area.js';

/**
 * Deletes the objects of an area that are too old, by the clock of the storage.
 * @param days for how many days objects are kept after they were stored last; 0 keeps none, Infinity all
 * @returns how many
 * @throws {Error} if the storage fails
 */
export const sweepOldObjects = async (storage: ObjectStorage, days: number): Promise<number> => {
  let swept = 0;
  await sweepArea(storage, async (page, now, remove) => {
    for (const { key, modifiedAt } of page) {
      if (now - modifiedAt.getTime() <= days * DAY_MS) continue;
      await remove(key);
      swept += 1;
    }
  });
  return swept;
};
