import type { Knex } from 'knex';

/**
 * Up to where each owner has written, for readers on all processes. It changes with every write, so it is not logged: a
 * crash of the server empties it, which readers notice (read-models/announced-writes.ts). There is room in each page to
 * update rows in place.
 */
export const announcedWrites = {
  name: '027-announced-writes',
  up: (knex: Knex) =>
    knex.raw(`
      create unlogged table announced_writes (
        key text primary key,
        commit_position bigint not null
      ) with (fillfactor = 50)
    `),
  down: (knex: Knex) => knex.raw('drop table announced_writes'),
};
