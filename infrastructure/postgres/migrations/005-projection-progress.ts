import type { Knex } from 'knex';

/** How many events each projection was shown, which types of events it could not read; restored versions. */
export const projectionProgress = {
  name: '005-projection-progress',
  up: (knex: Knex) =>
    knex.raw(`
      alter table projection_checkpoints add column events bigint not null default 0;

      alter table video_versions add column restored_from integer;

      -- A release that can read one of these types builds the read models anew.
      create table projection_skipped_types (
        type text primary key,
        first_commit_position bigint not null,
        seen_at timestamptz not null default now()
      );
    `),
  down: (knex: Knex) =>
    knex.raw(`
      drop table projection_skipped_types;
      alter table video_versions drop column restored_from;
      alter table projection_checkpoints drop column events;
    `),
};
