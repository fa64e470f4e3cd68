import type { Knex } from 'knex';

/** The priorities of waiting renders within their owner: 0 high, 1 normal, 2 low. */
export const renderPriorities = {
  name: '018-render-priorities',
  up: (knex: Knex) =>
    knex.raw(`
      alter table render_jobs add column rank smallint not null default 1;
      drop index render_jobs_waiting;
      create index render_jobs_waiting on render_jobs (owner_id, rank, requested_at, render_id)
        where not over and queued_at is null;
    `),
  down: (knex: Knex) =>
    knex.raw(`
      drop index render_jobs_waiting;
      alter table render_jobs drop column rank;
      create index render_jobs_waiting on render_jobs (owner_id, requested_at, render_id)
        where not over and queued_at is null;
    `),
};
