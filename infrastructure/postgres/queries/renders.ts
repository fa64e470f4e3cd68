import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type { RenderFilter, RenderQueries, RenderRow } from '../../../application/ports/queries.js';
import type { Clip } from '../../../domain/composition/clip.js';
import type { OwnerId, RenderId } from '../../../domain/ids.js';
import type { RenderFailure, RenderOutput, VideoSnapshot } from '../../../domain/render/events.js';
import { isTerminal, type RenderStatus } from '../../../domain/render/render.js';
import { firstBatch, inBatches } from './in-batches.js';
import { createdWithin, pageOf } from './paging.js';
import { fileQueries } from './render-files.js';
import { run } from './run.js';

interface Stored {
  readonly render_id: RenderId;
  readonly owner_id: OwnerId;
  readonly status: RenderStatus;
  readonly attempt: number;
  readonly video: VideoSnapshot;
  readonly captioned_clips: ReadonlyArray<Clip> | null;
  readonly output: RenderOutput | null;
  readonly failure: RenderFailure | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  /** The progress of the current attempt. */
  readonly fraction: number | null;
}

const progressOf = ({ status, fraction }: Stored): number => {
  if (status === 'completed') return 1;
  return isTerminal(status) ? 0 : (fraction ?? 0);
};

export const toRenderRow = (stored: Stored): RenderRow => ({
  renderId: stored.render_id,
  ownerId: stored.owner_id,
  status: stored.status,
  attempt: stored.attempt,
  progress: progressOf(stored),
  video: stored.video,
  ...(stored.captioned_clips ? { captionedClips: stored.captioned_clips } : {}),
  ...(stored.output ? { output: stored.output } : {}),
  ...(stored.failure ? { failure: stored.failure } : {}),
  createdAt: stored.created_at.toISOString(),
  updatedAt: stored.updated_at.toISOString(),
  ...(stored.started_at ? { startedAt: stored.started_at.toISOString() } : {}),
  ...(stored.finished_at ? { finishedAt: stored.finished_at.toISOString() } : {}),
});

/** Renders with the progress of their current attempt; to be filtered by `render_details` columns. */
export const rendersWithProgress = (database: Knex): Knex.QueryBuilder =>
  database('render_details')
    .leftJoin('render_progress', (join) =>
      join
        .on('render_progress.render_id', 'render_details.render_id')
        .andOn('render_progress.attempt', 'render_details.attempt'),
    )
    .select('render_details.*', 'render_progress.fraction');

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

const matching = (database: Knex, owner: OwnerId, filter: RenderFilter): Knex.QueryBuilder => {
  const query = database('render_details').where({ owner_id: owner });
  if (filter.videoId !== undefined) void query.andWhere({ video_id: filter.videoId });
  if (filter.status !== undefined) void query.andWhere({ status: filter.status });
  createdWithin(query, filter);
  return query;
};

export const postgresRenderQueries = (database: Knex): RenderQueries => {
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

    hasOutput: (id, key) =>
      run(async () => {
        const found: unknown = await database('render_details')
          .where({ render_id: id })
          .andWhereRaw(`(output ->> 'key' = ? or (output::jsonb -> 'files') @> ?::jsonb)`, [
            key,
            JSON.stringify([{ key }]),
          ])
          .first('render_id');
        return found !== undefined;
      }),

    ...fileQueries(database),

    pending: (owner, atMost) =>
      run(async () => {
        const text = `select count(*)::int as renders from
          (select from render_details where owner_id = ? and status = 'pending' limit ?) as counted`;
        const { rows } = await database.raw<{ rows: [{ renders: number }] }>(text, [owner, atMost]);
        return rows[0].renders;
      }),

    list: (owner, filter, page) =>
      run(async () => {
        const { items, ...rest } = await pageOf<{ id: RenderId; created_at: Date }>(
          matching(database, owner, filter).select('render_id as id', 'created_at'),
          'render_id',
          page,
        );
        const ids = items.map(({ id }) => id);
        return { ...rest, batches: inBatches(ids, ({ renderId }) => renderId, firstOf) };
      }),
  };
};
