import type { Knex } from 'knex';

/**
 * The event store that the checkpoints belong to, and the event of each checkpoint: positions are only valid in one
 * store.
 */
export const eventStore = {
  name: '010-event-store',
  up: (knex: Knex) =>
    knex.raw(`
      create table projection_event_store (
        single boolean primary key default true check (single),
        store_id uuid not null,
        noted_at timestamptz not null default now()
      );
      alter table projection_checkpoints
        add column last_stream text, add column last_revision bigint, add column last_event_id uuid;
    `),
  down: (knex: Knex) =>
    knex.raw(`
      alter table projection_checkpoints
        drop column last_stream, drop column last_revision, drop column last_event_id;
      drop table projection_event_store;
    `),
};
