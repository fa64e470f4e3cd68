import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { VideoFilter, VideoQueries, VideoRow } from '../../../application/ports/queries.js';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import { firstBatch, inBatches } from './in-batches.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { preparedQueries } from '../connection/statements.js';
import { announcedUnder } from '../read-models/announced-writes.js';
import { escapeLike, pageOf, whereCreatedWithin } from './paging.js';
import { run } from '../connection/database.js';
import { postgresVersionQueries } from './video-versions.js';

type Stored = StoredAs<VideoRow>;

const COLUMNS = `video_id, owner_id, version, composition::text as composition_json, folder, archived,
  created_at, updated_at`;
const DETAILS = `select ${COLUMNS} from video_details`;

const ONE_VIDEO = `${DETAILS} where video_id = $1`;
const ONE_VIDEO_WITH_WRITES = `select ${COLUMNS}, ${announcedUnder('$2')} as announced
  from video_details where video_id = $1`;

type Owned = Pick<Stored, 'video_id' | 'owner_id'>;
const OWNER = 'select owner_id from video_details where video_id = $1';
const BY_EDITOR_TOKEN = 'select video_id, owner_id from video_details where editor_token_hash = $1';

type WithEditorToken = Owned & { readonly editor_token_hash: string | null };
const EDITOR_TOKEN = 'select owner_id, editor_token_hash from video_details where video_id = $1';

const FIRST_BATCH = firstBatch({ table: 'video_details', id: 'video_id', json: ['composition'] }, '$1');
const FIRST_VIDEOS = `${DETAILS} where video_id in (${FIRST_BATCH})`;

const matching = (database: Knex, owner: OwnerId, filter: VideoFilter): Knex.QueryBuilder => {
  const query = database('video_list').where({ owner_id: owner });
  // The indexes have the condition in this form.
  void query.whereRaw(filter.archived === true ? 'archived' : 'not archived');
  if (filter.folder !== undefined) void query.where({ folder: filter.folder });
  if (filter.name !== undefined)
    void query.andWhereRaw(`name ilike ? escape '\\'`, [`%${escapeLike(filter.name)}%`]);
  whereCreatedWithin(query, filter);
  return query;
};

type StoredWithWrites = Stored & { readonly announced: bigint | null };

const withWrites = ({ announced, ...video }: StoredWithWrites) => ({
  found: rowOf<VideoRow>(video),
  announced: announced ?? undefined,
});

export const postgresVideoQueries = (database: Knex): VideoQueries => {
  const query = preparedQueries(database);

  const firstOf = (ids: ReadonlyArray<VideoId>) =>
    run(async () => {
      const stored = await query<Stored>(FIRST_VIDEOS, [ids]);
      const byId = new Map(stored.map((row) => [row.video_id, rowOf<VideoRow>(row)]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    });

  /** Runs a query and reads a value from its only row, if there is one. */
  const one = <A>(text: string, values: ReadonlyArray<unknown>, read: (row: never) => A | undefined) =>
    run(async () => {
      const [found] = await query<object>(text, values);
      return O.fromNullable(found && read(found as never));
    });

  return {
    ...postgresVersionQueries(database),

    byId: (id) => one(ONE_VIDEO, [id], (found: Stored) => rowOf<VideoRow>(found)),

    byIdWithWrites: (id, key) => one(ONE_VIDEO_WITH_WRITES, [id, key], withWrites),

    ownerOf: (id) => one(OWNER, [id], (found: Owned) => found.owner_id),

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
        const found = await query<{ name: string; videos: bigint }>(text, [owner]);
        return found.map(({ name, videos }) => ({ name, videos: Number(videos) }));
      }),

    byEditorTokenHash: (hash) =>
      one(BY_EDITOR_TOKEN, [hash], (found: Owned) => ({ videoId: found.video_id, ownerId: found.owner_id })),

    editorTokenOf: (id) =>
      one(EDITOR_TOKEN, [id], ({ owner_id, editor_token_hash }: WithEditorToken) =>
        editor_token_hash ? { ownerId: owner_id, editorTokenHash: editor_token_hash } : undefined,
      ),
  };
};
