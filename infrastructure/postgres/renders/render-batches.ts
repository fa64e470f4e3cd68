import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type {
  BatchResultRow,
  RenderBatchQueries,
  RenderBatchRow,
} from '../../../application/ports/render-batches.js';
import type { RenderBatchId, RenderId } from '../../../domain/ids.js';
import type { BatchRow } from '../../../domain/render-batch/events.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';
import { whereCreatedWithin, pageOf } from '../queries/paging.js';
import { run } from '../connection/database.js';
import { BATCH_ROWS, batchesByIds } from './batch-rows.js';

type RenderOfRow = NonNullable<BatchResultRow['render']>;

/** A row with its render; all of its columns are null until that has been requested. */
type StoredResult = StoredAs<RenderOfRow> & {
  readonly row: number;
  readonly value: BatchRow;
  readonly batch_status: RenderBatchRow['status'];
};

const toResult = ({ row, value, batch_status, ...render }: StoredResult): BatchResultRow => ({
  row,
  merge: value.merge,
  isFinished: batch_status !== 'processing',
  ...((render.render_id as RenderId | null) === null ? {} : { render: rowOf<RenderOfRow>(render) }),
});

export const postgresRenderBatchQueries = (database: Knex): RenderBatchQueries => ({
  byId: (id) => run(async () => O.fromNullable((await batchesByIds(database, [id]))[0])),

  list: (owner, filter, page) =>
    run(async () => {
      const matching = database('render_batches').where({ owner_id: owner });
      if (filter.videoId !== undefined) void matching.andWhere({ video_id: filter.videoId });
      if (filter.status !== undefined) void matching.andWhere({ status: filter.status });
      whereCreatedWithin(matching, filter);
      const { items, ...rest } = await pageOf<{ batch_id: RenderBatchId; created_at: Date }>(
        matching.select('batch_id', 'created_at'),
        'batch_id',
        page,
      );
      const ids = items.map(({ batch_id }) => batch_id);
      return { ...rest, items: await batchesByIds(database, ids) };
    }),

  results: (id, from, count) =>
    run(async () => {
      const { rows } = await database.raw<{ rows: ReadonlyArray<StoredResult> }>(
        `select requested.*, batch.status as batch_status, render_id, render.status, output, failure
         from (${BATCH_ROWS}) as requested
         join render_batches as batch on batch.batch_id = :id
         left join render_details as render on render.batch_id = :id and render.batch_row = requested.row
         order by requested.row`,
        { id, from, to: from + count },
      );
      return rows.map(toResult);
    }),

  open: (owner, atMost) =>
    run(async () => {
      const { rows } = await database.raw<{ rows: [{ batches: number }] }>(
        `select count(*)::int as batches from (
           select from render_batches where owner_id = ? and status = 'processing' limit ?) as counted`,
        [owner, atMost],
      );
      return rows[0].batches;
    }),
});
