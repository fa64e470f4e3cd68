import type { Knex } from 'knex';
import type { RenderJobs } from '../../application/ports/render-jobs.js';
import type { RenderId } from '../../domain/ids.js';

/** The renders that wait, from the table of the render-dispatch projection. */
export const postgresRenderJobs = (database: Knex): RenderJobs => ({
  due: async (staleMs, limit) => {
    const rows = await database('render_jobs')
      .where({ over: false })
      .andWhereRaw(`(queued_at is null or queued_at < now() - ? * interval '1 millisecond')`, [staleMs])
      .orderBy('requested_at')
      .limit(limit)
      .select<ReadonlyArray<{ render_id: RenderId }>>('render_id');
    return rows.map((row) => row.render_id);
  },

  markQueued: async (ids) => {
    if (ids.length === 0) return;
    await database('render_jobs').whereIn('render_id', ids).update({ queued_at: database.fn.now() });
  },
});
