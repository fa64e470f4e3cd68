import type { Knex } from 'knex';

/** What a worker told last of an attempt: the clips in work, and whether it gave the render back. */
export const lastReports = {
  name: '021-last-reports',
  up: (knex: Knex) =>
    knex.raw(
      'alter table render_progress add column clips text[], add column handed_back boolean not null default false',
    ),
  down: (knex: Knex) => knex.raw('alter table render_progress drop column clips, drop column handed_back'),
};
