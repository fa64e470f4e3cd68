import type { Knex } from 'knex';
import type { AssetQueries, AssetRow, AssetScope } from '../../../application/ports/assets.js';
import type { AssetId, VideoId } from '../../../domain/ids.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { escapeLike, pageOf } from './paging.js';
import { run } from '../connection/database.js';
import { batchedLookup, type OnAdvanced } from './batched-lookup.js';

type Stored = Omit<StoredAs<AssetRow>, 'bytes'> & { readonly bytes: bigint | null };

const toRow = (stored: Stored): AssetRow =>
  rowOf<AssetRow>({ ...stored, bytes: stored.bytes === null ? null : Number(stored.bytes) });

/** Assets, also deleted ones, in no particular order. */
export const assetsByIds = async (
  database: Knex,
  ids: ReadonlyArray<AssetId>,
): Promise<ReadonlyArray<AssetRow>> =>
  ids.length === 0 ? [] : (await database<Stored>('assets').whereIn('asset_id', ids)).map(toRow);

/** The maximum number of videos that are listed as users of an asset. */
const MAX_USES = 100;

const postgresAssetUses = (database: Knex): Pick<AssetQueries, 'usedBy' | 'usedBytes'> => ({
  usedBy: (ids) =>
    run(async () => {
      const { rows } = await database.raw<{
        rows: ReadonlyArray<{ asset_id: AssetId; videos: ReadonlyArray<VideoId> }>;
      }>(
        `select asset_id, array_agg(video_id::text) as videos
         from unnest(?::text[]) as asset_id,
           lateral (select distinct video_id from video_versions
             where assets is not null and assets \\? asset_id limit ?) as used
         group by asset_id`,
        [[...ids], MAX_USES],
      );
      return new Map(rows.map(({ asset_id, videos }) => [asset_id, videos]));
    }),

  usedBytes: (owner) =>
    run(async () => {
      const { rows } = await database.raw<{ rows: [{ live: string | null; kept: string | null }] }>(
        `select sum(bytes) filter (where is_live) as live, sum(bytes) as kept from (
           select bytes, bool_or(deleted_at is null) as is_live from assets
           where owner_id = ? and (deleted_at is null or deleted_at > now() - interval '1 day')
           group by sha256, bytes) as contents`,
        [owner],
      );
      const [{ live, kept }] = rows;
      return { live: Number(live ?? 0), kept: Number(kept ?? 0) };
    }),
});

export const postgresAssetQueries = (database: Knex, onAdvanced: OnAdvanced): AssetQueries => {
  const within = ({ ownerId, videoId }: AssetScope): Knex.QueryBuilder => {
    const owned = database('assets').where({ owner_id: ownerId });
    if (videoId === undefined) return owned;
    return owned.andWhere((either) => {
      void either.where({ video_id: videoId }).orWhereRaw(
        `asset_id::text in (
           select jsonb_object_keys(assets) from video_versions where video_id = ? and assets is not null)`,
        [videoId],
      );
    });
  };

  return {
    byIds: (scope, ids) =>
      run(async () => {
        if (ids.length === 0) return [];
        return ((await within(scope).whereIn('asset_id', ids)) as ReadonlyArray<Stored>).map(toRow);
      }),

    byIdSoon: batchedLookup(
      (ids) => assetsByIds(database, ids),
      ({ assetId }) => assetId,
      onAdvanced,
    ),

    list: (scope, { name, tag, kind, sha256 }, page) =>
      run(async () => {
        const matching = within(scope).whereNull('deleted_at');
        if (name !== undefined)
          void matching.andWhereRaw('folded_name like lower(?)', [`%${escapeLike(name)}%`]);
        if (tag !== undefined) void matching.andWhereRaw('tags @> ?::jsonb', [JSON.stringify([tag])]);
        if (kind !== undefined) void matching.andWhere({ kind });
        if (sha256 !== undefined) void matching.andWhere({ sha256 });
        // Only columns of the index: the table is read only for the assets of the page.
        const { items, ...rest } = await pageOf<Pick<Stored, 'asset_id' | 'created_at'>>(
          matching.select('created_at', 'asset_id'),
          'asset_id',
          page,
        );
        const ids = items.map(({ asset_id }) => asset_id);
        const rows = new Map((await assetsByIds(database, ids)).map((row) => [row.assetId, row]));
        return { ...rest, items: ids.flatMap((id) => rows.get(id) ?? []) };
      }),
    ...postgresAssetUses(database),
  };
};
