import type { Knex } from 'knex';

/** The number of events each projection has applied, the event types it could not read, and restored versions. */
export const projectionProgress = {
  name: '005-projection-progress',
  up: (knex: Knex) =>
    knex.raw(`
      alter table projection_checkpoints add column events bigint not null default 0;

      -- What a version said is in its event.
      alter table video_versions add column restored_from integer, drop column composition;

      -- Writing and reading documents costs a fraction of what it does with pglz; not every server has lz4.
      do $$ begin
        alter table video_details alter column composition set compression lz4;
        alter table render_details
          alter column video set compression lz4, alter column captioned_clips set compression lz4;
      exception when feature_not_supported then null;
      end $$;

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
      delete from projection_checkpoints where name = 'video-versions';
      truncate video_versions;
      alter table video_versions drop column restored_from, add column composition json not null;
      alter table projection_checkpoints drop column events;
    `),
};
