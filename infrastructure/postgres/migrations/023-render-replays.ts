import type { Knex } from 'knex';

/** The replays of renders. */
export const renderReplays = {
  name: '023-render-replays',
  up: (knex: Knex) =>
    knex.raw(`
      create table render_replays (
        render_id uuid not null,
        replay integer not null,
        owner_id text not null,
        status text not null,
        attempt integer not null,
        verdict json,
        failure json,
        requested_at timestamptz not null,
        updated_at timestamptz not null,
        finished_at timestamptz,
        revision bigint not null,
        primary key (render_id, replay)
      );
      create index render_replays_pending on render_replays (owner_id) where status = 'pending';
    `),
  down: (knex: Knex) => knex.raw('drop table render_replays'),
};
