import * as O from 'fp-ts/lib/Option.js';
import type { Knex } from 'knex';
import type {
  BatchResultRow,
  RenderBatchQueries,
  RenderBatchRow,
} from '../../../application/ports/render-batches.js';
import type { RenderBatchId } from '../../../domain/ids.js';
import type { BatchRow } from '../../../domain/render-batch/events.js';
import { rowReader, type StoredAs } from '../connection/stored-rows.js';
import { whereCreatedWithin, pageOf } from '../queries/paging.js';
import { run } from '../connection/database.js';
import { BATCH_ROWS, batchesByIds } from './batch-rows.js';

type RenderOfRow = NonNullable<BatchResultRow['render']>;

/** A row with its render, if that has been requested. */
type StoredResult = { [Column in keyof StoredAs<RenderOfRow>]: StoredAs<RenderOfRow>[Column] | null } & {
  readonly row: number;
  readonly value: BatchRow;
  readonly batch_status: RenderBatchRow['status'];
};

const readRender = rowReader<RenderOfRow>({ renderId: true, status: true, output: true, failure: true });

const isRequested = (stored: StoredResult): stored is StoredResult & StoredAs<RenderOfRow> =>
  stored.render_id !== null && stored.status !== null;

const toResult = (stored: StoredResult): BatchResultRow => ({
  row: stored.row,
  merge: stored.value.merge,
  isOver: stored.batch_status !== 'processing',
  ...(isRequested(stored) ? { render: readRender(stored) } : {}),
});

export const postgresRenderBatchQueries = (database: Knex): RenderBatchQueries => ({
  byId: (id) => run(async () => O.fromNullable((await batchesByIds(database, [id]))[0])),

  list: (owner, filter, page) =>
    run(async () => {
      const matching = database('render_batches').where({ owner_id: owner });
      if (filter.videoId !== undefined) void matching.andWhere({ video_id: filter.videoId });
      if (filter.status !== undefined) void matching.andWhere({ status: filter.status });
      whereCreatedWithin(matching, filter);
      const { items, ...rest } = await pageOf<{ id: RenderBatchId; created_at: Date }>(
        matching.select('batch_id as id', 'created_at'),
        'batch_id',
        page,
      );
      return {
        ...rest,
        items: await batchesByIds(
          database,
          items.map(({ id }) => id),
        ),
      };
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
