import type { Knex } from 'knex';

/** Events of known types that could not be decoded: which, and why, but not their content. */
export const skippedEvents = {
  name: '013-skipped-events',
  up: (knex: Knex) =>
    knex.raw(`
      create table projection_skipped_events (
        stream text not null,
        revision bigint not null,
        type text not null,
        reason text not null,
        seen_at timestamptz not null default now(),
        primary key (stream, revision)
      );
    `),
  down: (knex: Knex) => knex.raw('drop table projection_skipped_events'),
};
