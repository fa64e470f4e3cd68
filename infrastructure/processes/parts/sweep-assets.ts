import * as E from 'fp-ts/lib/Either.js';
import type { Knex } from 'knex';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import { KEPT, unusedOf, whileUnused } from '../../postgres/requests/asset-contents.js';

/** Deletes contents of which all assets are deleted or refused. @returns how many */
export const sweepAssets = async (database: Knex, storage: ObjectStorage): Promise<number> => {
  const right = <A>(result: E.Either<unknown, A>): A => {
    if (E.isLeft(result)) throw new Error(`the storage of assets: ${JSON.stringify(result.left)}`);
    return result.right;
  };
  const now = right(await storage.time()).getTime();
  let [swept, after] = [0, undefined as string | undefined];
  for (;;) {
    const listed = right(await storage.list(after)());
    after = listed.at(-1)?.key;
    if (after === undefined) break;
    const old = listed.filter(({ modifiedAt }) => now - modifiedAt.getTime() > KEPT).map(({ key }) => key);
    for (const key of await unusedOf(database, old)) {
      await whileUnused(database, async (_, isUnused) => {
        if (await isUnused(key)) right(await storage.remove(key)());
      });
      swept += 1;
    }
  }
  right(await storage.removeUnfinished(new Date(now - KEPT))());
  return swept;
};
