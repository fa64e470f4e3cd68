import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type {
  DayOfRenders,
  RenderFilter,
  RenderQueries,
  RenderRow,
  ReplayRow,
} from '../../../application/ports/queries.js';
import type { RenderOutlooks } from '../../../application/ports/render-outlooks.js';
import type { OwnerId, RenderBatchId, RenderId } from '../../../domain/ids.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { firstBatch, inBatches } from './in-batches.js';
import { whereCreatedWithin, pageOf } from './paging.js';
import { fileQueries } from './render-files.js';
import { shownProgress, withProgress } from './render-outlooks.js';
import { run } from '../connection/database.js';

export const replayQueries = (database: Knex): Pick<RenderQueries, 'newestReplay'> => ({
  newestReplay: (renderId) =>
    run(async () => {
      const found = await database('render_replays')
        .where({ render_id: renderId })
        .orderBy('replay', 'desc')
        .select('render_id', 'replay', 'status', 'verdict', 'failure', 'updated_at', 'finished_at')
        .first<StoredAs<ReplayRow> | undefined>('requested_at as created_at');
      return O.fromNullable(found && rowOf<ReplayRow>(found));
    }),
});

type StoredFields = Omit<RenderRow, 'progress' | 'batch'>;

/** `fraction` is the progress of the current attempt. */
type Stored = StoredAs<StoredFields> & {
  readonly batch_id: RenderBatchId | null;
  readonly batch_row: number | null;
  readonly fraction: number | null;
};

const toRenderRow = ({ batch_id: batchId, batch_row: row, fraction, ...stored }: Stored): RenderRow => ({
  ...rowOf<StoredFields>(stored),
  progress: shownProgress({ status: stored.status, fraction }),
  ...(batchId !== null && row !== null ? { batch: { batchId, row } } : {}),
});

/** Renders with the progress of their current attempt; to be filtered by `render_details` columns. */
export const rendersWithProgress = (database: Knex): Knex.QueryBuilder =>
  withProgress(database).select('render_details.*', 'render_progress.fraction');

/** The existing renders with these ids, in the order of the ids. */
export const rendersByIds = async (
  database: Knex,
  ids: ReadonlyArray<RenderId>,
): Promise<ReadonlyArray<RenderRow>> => {
  const stored = (await rendersWithProgress(database).whereIn(
    'render_details.render_id',
    ids,
  )) as ReadonlyArray<Stored>;
  const byId = new Map(stored.map((row) => [row.render_id, toRenderRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

const FIRST_BATCH = `${firstBatch(
  { table: 'render_details', id: 'render_id', json: ['video', 'captioned_clips'] },
  '?',
)} order by place`;

const DAYS = `
  select to_char(day, 'YYYY-MM-DD') as date,
    count(status)::int as renders,
    count(*) filter (where status = 'completed')::int as completed,
    count(*) filter (where status = 'failed')::int as failed,
    coalesce(sum(duration_ms), 0) as "durationMs",
    coalesce(sum(bytes), 0) as bytes
  from generate_series(:first::timestamp, :last::timestamp, interval '1 day') as day
  left join render_details on owner_id = :owner
    and created_at >= day at time zone 'UTC' and created_at < (day + interval '1 day') at time zone 'UTC'
  group by day order by day`;

const matching = (database: Knex, owner: OwnerId, filter: RenderFilter): Knex.QueryBuilder => {
  const query = database('render_details').where({ owner_id: owner });
  if (filter.videoId !== undefined) void query.andWhere({ video_id: filter.videoId });
  if (filter.status !== undefined) void query.andWhere({ status: filter.status });
  if (filter.batchId !== undefined) void query.andWhere({ batch_id: filter.batchId });
  whereCreatedWithin(query, filter);
  return query;
};

export const postgresRenderQueries = (database: Knex, outlooks: RenderOutlooks): RenderQueries => {
  const firstOf = (ids: ReadonlyArray<RenderId>) =>
    run(async () => {
      const first = await database.raw<{ rows: { id: RenderId }[] }>(FIRST_BATCH, [[...ids]]);
      return rendersByIds(
        database,
        first.rows.map(({ id }) => id),
      );
    });

  return {
    byId: (id) => run(async () => O.fromNullable((await rendersByIds(database, [id]))[0])),

    newestPlayable: (id) =>
      run(async () => {
        const found = await database('render_details')
          .where({ video_id: id, status: 'completed', batch_id: null })
          .andWhereRaw(`output ->> 'key' ~ '[.](mp4|webm)$'`)
          .orderByRaw('created_at desc, render_id desc')
          .first<{ render_id: RenderId } | undefined>('render_id');
        return O.fromNullable(found && (await rendersByIds(database, [found.render_id]))[0]);
      }),

    ofOutput: (id, key) =>
      run(async () => {
        const files = JSON.stringify([{ key }]);
        const found = await database('render_details')
          .where({ render_id: id })
          .andWhereRaw(`(output ->> 'key' = ? or (output::jsonb -> 'files') @> ?::jsonb)`, [key, files])
          .select(database.raw(`video #>> '{composition,metadata,name}' as title`))
          .first<{ owner: OwnerId; title: string } | undefined>('owner_id as owner');
        return O.fromNullable(found);
      }),

    ...fileQueries(database),
    ...outlooks,
    ...replayQueries(database),

    byDay: (owner, { first, last }) =>
      run(async () => {
        const found = await database.raw<{ rows: ReadonlyArray<DayOfRenders> }>(DAYS, { owner, first, last });
        return found.rows;
      }),

    pending: (owner, atMost) =>
      run(async () => {
        const text = `select count(*)::int as renders from (
          (select from render_details where owner_id = :owner and status = 'pending' limit :atMost)
          union all
          (select from render_replays where owner_id = :owner and status = 'pending' limit :atMost)
          limit :atMost) as counted`;
        const { rows } = await database.raw<{ rows: [{ renders: number }] }>(text, { owner, atMost });
        return rows[0].renders;
      }),

    list: (owner, filter, page) =>
      run(async () => {
        const { items, ...rest } = await pageOf<Pick<Stored, 'render_id' | 'created_at'>>(
          matching(database, owner, filter).select('render_id', 'created_at'),
          'render_id',
          page,
        );
        const ids = items.map(({ render_id }) => render_id);
        return { ...rest, batches: inBatches(ids, ({ renderId }) => renderId, firstOf) };
      }),
  };
};
