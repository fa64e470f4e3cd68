import type { Knex } from 'knex';
import { isTerminal, type RenderStatus } from '../../../domain/render/state.js';

/** The progress that goes with a status. */
export const shownProgress = ({
  status,
  fraction,
}: {
  readonly status: RenderStatus;
  readonly fraction: number | null;
}): number => {
  if (status === 'completed') return 1;
  return isTerminal(status) ? 0 : (fraction ?? 0);
};

/** Renders with the progress of their current attempt, without columns; to be filtered by `render_details` columns. */
export const withProgress = (database: Knex): Knex.QueryBuilder =>
  database('render_details').leftJoin('render_progress', (join) =>
    join
      .on('render_progress.render_id', 'render_details.render_id')
      .andOn('render_progress.attempt', 'render_details.attempt'),
  );
