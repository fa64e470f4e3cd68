import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { VideoFilter, VideoQueries, VideoRow } from '../../../application/ports/queries.js';
import type { Composition } from '../../../domain/composition/composition.js';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import { pageOf } from './paging.js';
import { run } from './run.js';

interface Stored {
  readonly video_id: VideoId;
  readonly owner_id: OwnerId;
  readonly version: number;
  readonly composition: Composition;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const toRow = (stored: Stored): VideoRow => ({
  videoId: stored.video_id,
  ownerId: stored.owner_id,
  version: stored.version,
  composition: stored.composition,
  createdAt: stored.created_at.toISOString(),
  updatedAt: stored.updated_at.toISOString(),
});

const COLUMNS = ['video_id', 'owner_id', 'version', 'composition', 'created_at', 'updated_at'];

const matching = (database: Knex, owner: OwnerId, filter: VideoFilter): Knex.QueryBuilder => {
  const query = database('video_list').where({ owner_id: owner });
  if (filter.name !== undefined)
    void query.andWhereRaw(`name ilike ? escape '\\'`, [`%${filter.name.replaceAll(/[\\%_]/g, '\\$&')}%`]);
  if (filter.createdAfter !== undefined) void query.andWhere('created_at', '>', filter.createdAfter);
  if (filter.createdBefore !== undefined) void query.andWhere('created_at', '<', filter.createdBefore);
  return query;
};

/** Questions about videos. */
export const postgresVideoQueries = (database: Knex): VideoQueries => {
  const details = () => database('video_details').select(COLUMNS);
  return {
    byId: (id) =>
      run(async () => {
        const [found]: ReadonlyArray<Stored> = await details().where({ video_id: id });
        return O.fromNullable(found && toRow(found));
      }),

    list: (owner, filter, page) =>
      run(async () => {
        const { items, ...rest } = await pageOf<{ id: VideoId; created_at: Date }>(
          matching(database, owner, filter).select('video_id as id', 'created_at'),
          'video_id',
          page,
        );
        const stored: ReadonlyArray<Stored> = await details().whereIn(
          'video_id',
          items.map(({ id }) => id),
        );
        const byId = new Map(stored.map((row) => [row.video_id, toRow(row)]));
        return { ...rest, items: items.flatMap(({ id }) => byId.get(id) ?? []) };
      }),

    byEditorTokenHash: (hash) =>
      run(async () => {
        const [found]: ReadonlyArray<Stored> = await details().where({ editor_token_hash: hash });
        return O.fromNullable(found && { videoId: found.video_id, ownerId: found.owner_id });
      }),
  };
};
