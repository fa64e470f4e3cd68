import type { Knex } from 'knex';

/** The last report of a worker on an attempt: the clips that it was rendering, and whether it returned the render. */
export const lastReports = {
  name: '021-last-reports',
  up: (knex: Knex) =>
    knex.raw(
      'alter table render_progress add column clips text[], add column handed_back boolean not null default false',
    ),
  down: (knex: Knex) => knex.raw('alter table render_progress drop column clips, drop column handed_back'),
};
