import type { Knex } from 'knex';

/** What estimates are made from: the stage of a render, its work in megapixel-frames, and how long others took. */
export const renderOutlook = {
  name: '020-render-outlook',
  up: (knex: Knex) =>
    knex.raw(`
      alter table render_progress add column stage text, add column frames integer,
        add column total_frames integer, add column fps real;

      alter table render_jobs add column work real, add column started_at timestamptz,
        add column completed_at timestamptz;
      update render_jobs set started_at = details.started_at,
          completed_at = case when details.status = 'completed' then details.finished_at end
        from render_details as details where details.render_id = render_jobs.render_id;
      create index render_jobs_completed on render_jobs (completed_at)
        where completed_at is not null and work is not null;
      create index render_jobs_of_owner_completed on render_jobs (owner_id, completed_at)
        where completed_at is not null and work is not null;
    `),
  down: (knex: Knex) =>
    knex.raw(`
      drop index render_jobs_completed, render_jobs_of_owner_completed;
      alter table render_jobs drop column work, drop column started_at, drop column completed_at;
      alter table render_progress drop column stage, drop column frames, drop column total_frames,
        drop column fps;
    `),
};
