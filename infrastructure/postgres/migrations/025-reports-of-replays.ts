import type { Knex } from 'knex';

/** Which replay of a render its workers reported on; 0: the render itself. */
export const reportsOfReplays = {
  name: '025-reports-of-replays',
  up: (knex: Knex) => knex.raw('alter table render_progress add column replay integer not null default 0'),
  down: (knex: Knex) => knex.raw('alter table render_progress drop column replay'),
};
