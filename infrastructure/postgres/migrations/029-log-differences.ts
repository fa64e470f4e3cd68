import type { Knex } from 'knex';

/** How the event store is known to differ from the Merkle log, and when all of it was last compared. */
export const logDifferences = {
  name: '029-log-differences',
  up: (knex: Knex) =>
    knex.raw(`
      create table log_differences (
        stream text not null,
        revision bigint not null,
        problem text not null,
        found_at timestamptz not null,
        primary key (stream, revision)
      );
      alter table merkle_head add column compared_at timestamptz;
    `),
  down: (knex: Knex) =>
    knex.raw('drop table log_differences; alter table merkle_head drop column compared_at'),
};
