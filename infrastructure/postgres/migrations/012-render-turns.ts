import type { Knex } from 'knex';

/** The owners' turns in the dispatch of renders. */
export const renderTurns = {
  name: '012-render-turns',
  up: (knex: Knex) =>
    knex.raw(`
      alter table render_jobs add column owner_id text;
      update render_jobs set owner_id = render_details.owner_id from render_details
        where render_details.render_id = render_jobs.render_id;
      alter table render_jobs alter column owner_id set not null;

      drop index render_jobs_not_over;
      create index render_jobs_waiting on render_jobs (owner_id, requested_at, render_id)
        where not over and queued_at is null;
      create index render_jobs_under_way on render_jobs (owner_id) where not over and queued_at is not null;
      create index render_jobs_queued on render_jobs (queued_at) where not over;

      -- Not a read model: whose turn was when is known here alone.
      create table render_turns (
        owner_id text primary key,
        turn bigint not null
      );
    `),
  down: (knex: Knex) =>
    knex.raw(`
      drop table render_turns;
      drop index render_jobs_waiting, render_jobs_under_way, render_jobs_queued;
      create index render_jobs_not_over on render_jobs (queued_at nulls first) where not over;
      alter table render_jobs drop column owner_id;
    `),
};
