import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../ports/fault.js';
import type { ObjectStorage } from '../ports/object-storage.js';
import { DAY_MS } from './retention.js';

/** An upload that has taken longer was interrupted. */
const UNFINISHED_MS = DAY_MS;

export interface ObjectSweep {
  readonly storage: ObjectStorage;
  /** Number of days for which objects are kept after they were stored last; 0 keeps none, Infinity all. */
  readonly days: number;
}

/** Deletes the objects of an area that are too old, by the clock of the storage. Returns how many. */
export const sweepOldObjects = async ({ storage, days }: ObjectSweep): Promise<E.Either<Fault, number>> => {
  const time = await storage.time();
  if (E.isLeft(time)) return time;
  const now = time.right.getTime();
  let [swept, after] = [0, undefined as string | undefined];
  for (;;) {
    const listed = days === Infinity ? E.right([]) : await storage.list(after)();
    if (E.isLeft(listed)) return listed;
    const last = listed.right.at(-1);
    if (!last) break;
    after = last.key;
    for (const { key, modifiedAt } of listed.right) {
      if (now - modifiedAt.getTime() <= days * DAY_MS) continue;
      const removed = await storage.remove(key)();
      if (E.isLeft(removed)) return removed;
      swept += 1;
    }
  }
  const unfinished = await storage.removeUnfinished(new Date(now - UNFINISHED_MS))();
  return E.isLeft(unfinished) ? unfinished : E.right(swept);
};
