import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Knex } from 'knex';
import { contentKey } from '../../../application/assets/asset-content.js';
import type { AssetUploads } from '../../../application/ports/asset-uploads.js';
import type { AssetId, OwnerId } from '../../../domain/ids.js';
import { run } from '../connection/database.js';
import { afterRemovals, whileUnused } from './asset-contents.js';

interface StoredUpload {
  readonly asset_id: AssetId;
  readonly owner_id: OwnerId;
  readonly bytes: bigint;
  readonly sha256: string | null;
  readonly idle_ms: number;
}

const toUpload = ({ asset_id, owner_id, bytes, sha256, idle_ms }: StoredUpload) => ({
  assetId: asset_id,
  ownerId: owner_id,
  bytes: Number(bytes),
  ...(sha256 === null ? {} : { sha256 }),
  idleMs: idle_ms,
});

/** The operations that end uploads. */
const endingOf = (database: Knex): Pick<AssetUploads, 'discard' | 'takeIdle'> => ({
  discard: (id, remove) =>
    run(() =>
      whileUnused(database, async (transaction, isUnused) => {
        const [ended] = (await transaction('asset_uploads')
          .where({ asset_id: id })
          .delete()
          .returning('*')) as ReadonlyArray<StoredUpload>;
        if (!ended?.sha256) return;
        const key = contentKey(ended.owner_id, ended.sha256);
        if (await isUnused(key)) await remove(key)(); // if it fails, the sweep does it
      }),
    ),

  takeIdle: (ms, receivedMs, limit) =>
    run(async () => {
      const { rows } = await database.raw<{ rows: ReadonlyArray<StoredUpload> }>(
        `with unknown as (
           insert into asset_uploads (asset_id, owner_id, bytes, touched_at, checked_at)
           select asset_id, owner_id, 0, created_at, created_at from assets
           where status = 'uploading' and deleted_at is null and created_at < now() - interval '1 hour'
             and not exists (select from asset_uploads as known where known.asset_id = assets.asset_id)
           on conflict do nothing),
         idle as (
           select asset_id, extract(epoch from now() - touched_at)::float8 * 1000 as idle_ms from asset_uploads,
             lateral (select case when sha256 is null then ?::float8 else ? end * interval '1 ms' as idle) as wait
           where touched_at < now() - wait.idle
             and checked_at < now() - greatest(wait.idle, least((now() - touched_at) / 10, interval '1 hour'))
           order by checked_at limit ? for update skip locked)
         update asset_uploads set checked_at = now() from idle where asset_uploads.asset_id = idle.asset_id
         returning asset_uploads.*, idle_ms`,
        [ms, receivedMs, limit],
      );
      return rows.map(toUpload);
    }),
});

/** Unfinished uploads as rows, timed by the clock of PostgreSQL. */
export const postgresAssetUploads = (database: Knex): AssetUploads => ({
  begin: ({ assetId, ownerId, bytes }, permits) =>
    pipe(
      run(() =>
        database.transaction(async (transaction) => {
          await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
            `uploads ${ownerId}`,
          ]);
          const { rows } = await transaction.raw<{ rows: [{ uploads: number; bytes: string }] }>(
            `select count(*)::int as uploads, coalesce(sum(bytes), 0) as bytes from asset_uploads
             where owner_id = ? and asset_id <> ?`,
            [ownerId, assetId],
          );
          const [{ uploads, bytes: reserved }] = rows;
          const permitted = await permits({ uploads, bytes: Number(reserved) })();
          if (E.isRight(permitted))
            await transaction.raw(
              `insert into asset_uploads (asset_id, owner_id, bytes, touched_at) values (?, ?, ?, now())
               on conflict do nothing`,
              [assetId, ownerId, bytes],
            );
          return permitted;
        }),
      ),
      TE.flatMapEither((permitted) => permitted),
    ),

  received: ({ assetId, ownerId, sha256, bytes }) =>
    run(() =>
      database.transaction(async (transaction) => {
        await afterRemovals(transaction);
        await transaction.raw(
          `insert into asset_uploads (asset_id, owner_id, bytes, sha256, touched_at) values (?, ?, ?, ?, now())
         on conflict (asset_id) do update set sha256 = excluded.sha256, bytes = excluded.bytes, touched_at = now()`,
          [assetId, ownerId, bytes, sha256],
        );
      }),
    ),

  touch: (id) =>
    run(async () => {
      await database.raw('update asset_uploads set touched_at = now() where asset_id = ?', [id]);
    }),

  end: (id) =>
    run(async () => {
      await database('asset_uploads').where({ asset_id: id }).delete();
    }),

  ...endingOf(database),
});
