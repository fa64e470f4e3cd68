import type { Knex } from 'knex';
import type { RenderBatchWork } from '../../../application/ports/render-batches.js';
import type { RenderId } from '../../../domain/ids.js';
import type { BatchRow } from '../../../domain/render-batch/events.js';
import { BATCH_ROWS, type StoredBatch, toBatchRow, withCounts } from './batch-rows.js';

/** What is left to do for batches, from the tables of batches and renders. */
export const postgresRenderBatchWork = (database: Knex): RenderBatchWork => ({
  batches: async () => {
    const stored = (await withCounts(database)
      .where('render_batches.status', 'processing')
      .orWhereIn(
        'render_batches.batch_id',
        database('render_details as unfinished')
          .whereNotNull('unfinished.batch_id')
          .whereIn('unfinished.status', ['pending', 'processing'])
          .select('unfinished.batch_id'),
      )
      .orderBy(['render_batches.created_at', 'render_batches.batch_id'])) as ReadonlyArray<StoredBatch>;
    return stored.filter(({ status }) => status !== 'completed').map(toBatchRow);
  },

  rows: async (id, from, count) => {
    const { rows } = await database.raw<{ rows: ReadonlyArray<{ readonly value: BatchRow }> }>(
      `${BATCH_ROWS} order by row`,
      { id, from, to: from + count },
    );
    return rows.map(({ value }) => value);
  },

  unfinished: async (id, limit) => {
    const rows = await database('render_details')
      .where({ batch_id: id })
      .whereIn('status', ['pending', 'processing'])
      .orderBy('batch_row', 'desc')
      .limit(limit)
      .select<ReadonlyArray<{ render_id: RenderId }>>('render_id');
    return rows.map(({ render_id }) => render_id);
  },
});
