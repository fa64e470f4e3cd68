import type { Knex } from 'knex';
import type { RenderProgress } from '../../../application/ports/render-queue.js';
import type { RenderId } from '../../../domain/ids.js';

/** Minimum interval between writes of progress, in ms. */
const INTERVAL = 300;

/** Writes the latest progress of each render for queries, a few times a second. */
export const postgresProgressWriter = (
  database: Knex,
  onError: (error: unknown) => void,
): { readonly record: (progress: RenderProgress) => void; readonly close: () => Promise<void> } => {
  const latest = new Map<RenderId, RenderProgress>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    timer = undefined;
    const rows = [...latest.values()].map(({ renderId, attempt, fraction }) => ({
      render_id: renderId,
      attempt,
      fraction,
      reported_at: database.fn.now(),
    }));
    latest.clear();
    if (rows.length > 0) await database('render_progress').insert(rows).onConflict('render_id').merge();
  };

  return {
    record: (progress) => {
      latest.set(progress.renderId, progress);
      timer ??= setTimeout(() => void flush().catch(onError), INTERVAL);
    },
    close: async () => {
      clearTimeout(timer);
      await flush().catch(onError);
    },
  };
};
