import type { Knex } from 'knex';

/** What identifies an output that was re-muxed or encoded again. */
export const renderFingerprints = {
  name: '017-render-fingerprints',
  up: (knex: Knex) =>
    knex.raw(`
      create table render_fingerprints (
        render_id uuid primary key,
        owner_id text not null,
        video_id uuid not null,
        video_version integer not null,
        duration_ms double precision not null,
        fingerprint json not null,
        completed_at timestamptz not null,
        revision bigint not null
      );
      create index render_fingerprints_durations on render_fingerprints (owner_id, duration_ms);

      create index render_details_streams
        on render_details (owner_id, (output -> 'streams' -> 0 ->> 'sha256'))
        where output is not null;
    `),
  down: (knex: Knex) =>
    knex.raw(`
      drop index render_details_streams;
      drop table render_fingerprints;
    `),
};
