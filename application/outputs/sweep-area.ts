import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../ports/fault.js';
import type { ObjectEntry, ObjectStorage } from '../ports/object-storage.js';
import { DAY_MS } from './retention.js';

/** An upload that has taken longer was interrupted. */
const UNFINISHED_MS = DAY_MS;

/** What the storage answers. @throws {Error} with the fault */
const answerOf = async <A>(task: TaskEither<Fault, A>): Promise<A> => {
  const answer = await task();
  if (E.isRight(answer)) return answer.right;
  throw new Error(`the object storage failed: ${JSON.stringify(answer.left)}`);
};

/** All objects of an area, page by page, in the order of their keys. @throws {Error} if the storage fails */
export async function* pagesOf(storage: ObjectStorage): AsyncGenerator<ReadonlyArray<ObjectEntry>> {
  for (let after: string | undefined; ;) {
    const page = await answerOf(storage.list(after));
    after = page.at(-1)?.key;
    if (after === undefined) return;
    yield page;
  }
}

/** What a sweep does with a page of objects, given the time by the clock of the storage in ms. */
type SweepPage = (
  page: ReadonlyArray<ObjectEntry>,
  now: number,
  remove: (key: string) => Promise<void>,
) => Promise<void>;

/**
 * Goes through an area, and removes what interrupted uploads left there.
 * @returns the number of interrupted uploads
 * @throws {Error} if the storage fails
 */
export const sweepArea = async (storage: ObjectStorage, sweepPage: SweepPage): Promise<number> => {
  const now = (await answerOf(storage.time)).getTime();
  for await (const page of pagesOf(storage))
    await sweepPage(page, now, (key) => answerOf(storage.remove(key)));
  return answerOf(storage.removeUnfinished(new Date(now - UNFINISHED_MS)));
};
