import type { Knex } from 'knex';

/** Turns of owners with a weight are less than 1 apart. */
export const weightedTurns = {
  name: '024-weighted-turns',
  up: (knex: Knex) => knex.raw(`alter table render_turns alter column turn type double precision`),
  down: (knex: Knex) => knex.raw(`alter table render_turns alter column turn type bigint`),
};
