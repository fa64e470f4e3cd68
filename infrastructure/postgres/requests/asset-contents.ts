import type { Knex } from 'knex';

/** How long content without an asset is kept, in ms: renders may read it, and uploads get their asset later. */
export const CONTENT_GRACE_MS = 24 * 3_600_000;

const LOCK = "hashtextextended('framewright asset contents', 0)";

/** Waits until no content is being removed. The next removal sees what this transaction commits. */
export const afterRemovals = (transaction: Knex.Transaction): Promise<unknown> =>
  transaction.raw(`select pg_advisory_xact_lock_shared(${LOCK})`);

/** The keys of content that no asset has had for a day, and that no unfinished upload has. Proxies follow their content. */
export const unusedKeys = async (
  database: Knex,
  keys: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const { rows } = await database.raw<{ rows: ReadonlyArray<{ key: string }> }>(
    `select key from unnest(?::text[]) as key
     where not exists (select from assets where assets.key = split_part(key.key, '.', 1)
         and (deleted_at is null or deleted_at > now() - ? * interval '1 ms'))
       and not exists (select from asset_uploads
         where sha256 = split_part(split_part(key.key, '.', 1), '-', 2))`,
    [[...keys], CONTENT_GRACE_MS],
  );
  return rows.map(({ key }) => key);
};

/** Removes contents under a lock, so that nobody begins to use one. @param remove gets a check of whether one is unused */
export const whileUnused = (
  database: Knex,
  remove: (transaction: Knex.Transaction, isUnused: (key: string) => Promise<boolean>) => Promise<unknown>,
): Promise<void> =>
  database.transaction(async (transaction) => {
    await transaction.raw(`select pg_advisory_xact_lock(${LOCK})`);
    await remove(transaction, async (key) => (await unusedKeys(transaction, [key])).length > 0);
  });
