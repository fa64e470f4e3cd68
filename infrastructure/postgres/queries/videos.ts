import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { VideoFilter, VideoQueries, VideoRow } from '../../../application/ports/queries.js';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import { firstBatch, inBatches } from './in-batches.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { prepared } from '../connection/statements.js';
import { announcedUnder } from '../read-models/announced-writes.js';
import { whereCreatedWithin, pageOf } from './paging.js';
import { run } from '../connection/database.js';
import { postgresVersionQueries } from './video-versions.js';

type Stored = StoredAs<VideoRow>;

const COLUMNS = `video_id, owner_id, version, composition::text as composition_json, folder, archived,
  created_at, updated_at`;
const DETAILS = `select ${COLUMNS} from video_details`;

const ONE_VIDEO = `${DETAILS} where video_id = $1`;
const ONE_VIDEO_WITH_WRITES = `select ${COLUMNS}, ${announcedUnder('$2')} as announced
  from video_details where video_id = $1`;

const FIRST_BATCH = firstBatch({ table: 'video_details', id: 'video_id', json: ['composition'] }, '$1');
const FIRST_VIDEOS = `${DETAILS} where video_id in (${FIRST_BATCH})`;

const matching = (database: Knex, owner: OwnerId, filter: VideoFilter): Knex.QueryBuilder => {
  const query = database('video_list').where({ owner_id: owner });
  // The indexes have the condition in this form.
  void query.whereRaw(filter.archived === true ? 'archived' : 'not archived');
  if (filter.folder !== undefined) void query.where({ folder: filter.folder });
  if (filter.name !== undefined)
    void query.andWhereRaw(`name ilike ? escape '\\'`, [`%${filter.name.replaceAll(/[\\%_]/g, '\\$&')}%`]);
  whereCreatedWithin(query, filter);
  return query;
};

type StoredWithWrites = Stored & { readonly announced: bigint | null };

const withWrites = ({ announced, ...video }: StoredWithWrites) => ({
  found: rowOf<VideoRow>(video),
  announced: announced ?? undefined,
});

export const postgresVideoQueries = (database: Knex): VideoQueries => {
  const ask = prepared(database);

  const firstOf = (ids: ReadonlyArray<VideoId>) =>
    run(async () => {
      const stored = await ask<Stored>(FIRST_VIDEOS, [ids]);
      const byId = new Map(stored.map((row) => [row.video_id, rowOf<VideoRow>(row)]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    });

  return {
    ...postgresVersionQueries(database),

    byId: (id) =>
      run(async () => {
        const [found] = await ask<Stored>(ONE_VIDEO, [id]);
        return O.fromNullable(found && rowOf<VideoRow>(found));
      }),

    byIdWithWrites: (id, key) =>
      run(async () => {
        const [found] = await ask<StoredWithWrites>(ONE_VIDEO_WITH_WRITES, [id, key]);
        return O.fromNullable(found && withWrites(found));
      }),

    ownerOf: (id) =>
      run(async () => {
        const text = 'select owner_id from video_details where video_id = $1';
        const [found] = await ask<Pick<Stored, 'owner_id'>>(text, [id]);
        return O.fromNullable(found?.owner_id);
      }),

    list: (owner, filter, page) =>
      run(async () => {
        const { items, ...rest } = await pageOf<Pick<Stored, 'video_id' | 'created_at'>>(
          matching(database, owner, filter).select('video_id', 'created_at'),
          'video_id',
          page,
        );
        const ids = items.map(({ video_id }) => video_id);
        return { ...rest, batches: inBatches(ids, ({ videoId }) => videoId, firstOf) };
      }),

    folders: (owner) =>
      run(async () => {
        const text = `select folder as name, count(*) as videos from video_list
          where owner_id = $1 and folder is not null and not archived group by folder order by folder limit 1000`;
        const found = await ask<{ name: string; videos: bigint }>(text, [owner]);
        return found.map(({ name, videos }) => ({ name, videos: Number(videos) }));
      }),

    byEditorTokenHash: (hash) =>
      run(async () => {
        const text = 'select video_id, owner_id from video_details where editor_token_hash = $1';
        const [found] = await ask<Stored>(text, [hash]);
        return O.fromNullable(found && { videoId: found.video_id, ownerId: found.owner_id });
      }),

    editorTokenOf: (id) =>
      run(async () => {
        const text = 'select owner_id, editor_token_hash from video_details where video_id = $1';
        const [found] = await ask<{ owner_id: OwnerId; editor_token_hash: string | null }>(text, [id]);
        const hash = found?.editor_token_hash;
        return found && hash ? O.some({ ownerId: found.owner_id, editorTokenHash: hash }) : O.none;
      }),
  };
};
