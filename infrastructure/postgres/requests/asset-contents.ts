import type { Knex } from 'knex';

/** How long a content is kept that no asset has, in ms: renders may read it, and uploads get their asset later. */
export const KEPT_MS = 24 * 3_600_000;

const LOCK = "hashtextextended('framewright asset contents', 0)";

/** Waits until no content is being removed: what is then committed is seen before the next removal. */
export const afterRemovals = (transaction: Knex.Transaction): Promise<unknown> =>
  transaction.raw(`select pg_advisory_xact_lock_shared(${LOCK})`);

/** Those of the keys that no asset has had for a day, and no unfinished upload. A proxy goes with its content. */
export const unusedOf = async (
  database: Knex,
  keys: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const { rows } = await database.raw<{ rows: ReadonlyArray<{ key: string }> }>(
    `select key from unnest(?::text[]) as key
     where not exists (select from assets where assets.key = split_part(key.key, '.', 1)
         and (deleted_at is null or deleted_at > now() - ? * interval '1 ms'))
       and not exists (select from asset_uploads
         where sha256 = split_part(split_part(key.key, '.', 1), '-', 2))`,
    [[...keys], KEPT_MS],
  );
  return rows.map(({ key }) => key);
};

/** Removes contents while nobody begins to use one. @param remove is told whether a content is used */
export const whileUnused = (
  database: Knex,
  remove: (transaction: Knex.Transaction, isUnused: (key: string) => Promise<boolean>) => Promise<unknown>,
): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.raw(`select pg_advisory_xact_lock(${LOCK})`);
    await remove(transaction, async (key) => (await unusedOf(transaction, [key])).length > 0);
  });
