import type { ObjectEntry, ObjectStorage } from '../../application/ports/object-storage.js';
import { rightOf } from './right-of.js';

/** All objects of a storage, which lists a part of them at once. */
export const allObjects = async (storage: ObjectStorage): Promise<ReadonlyArray<ObjectEntry>> => {
  const found: ObjectEntry[] = [];
  for (;;) {
    const page = rightOf(await storage.list(found.at(-1)?.key)());
    if (page.length === 0) return found;
    found.push(...page);
  }
};
