import type { Knex } from 'knex';

/** Batches of renders, the place of a render in its batch, and messages about batches. */
export const renderBatchTables = {
  name: '022-render-batches',
  up: (knex: Knex) =>
    knex.raw(`
      create table render_batches (
        batch_id uuid primary key,
        owner_id text not null,
        video_id uuid not null,
        video_version integer not null,
        status text not null,
        options json not null,
        rows json not null,
        row_count integer not null,
        actor json not null,
        request_id text not null,
        outcome json,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        finished_at timestamptz,
        revision bigint not null
      );
      create index render_batches_newest_first on render_batches (owner_id, created_at desc, batch_id desc);
      create index render_batches_open on render_batches (created_at) where status = 'processing';

      alter table render_details add column batch_id uuid, add column batch_row integer;
      create index render_details_of_batch on render_details (batch_id, batch_row) where batch_id is not null;
      create index render_details_unfinished_of_batch on render_details (batch_id)
        where batch_id is not null and status in ('pending', 'processing');

      alter table webhook_messages
        alter column render_id drop not null,
        add column batch_id uuid,
        add constraint webhook_messages_subject check (num_nonnulls(render_id, batch_id) = 1);
      create unique index webhook_messages_of_batch on webhook_messages (batch_id, event);
    `),
  down: (knex: Knex) =>
    knex.raw(`
      delete from webhook_attempts using webhook_deliveries join webhook_messages using (message_id)
        where webhook_attempts.delivery_id = webhook_deliveries.delivery_id and batch_id is not null;
      delete from webhook_deliveries using webhook_messages
        where webhook_deliveries.message_id = webhook_messages.message_id and batch_id is not null;
      delete from webhook_messages where batch_id is not null;
      alter table webhook_messages drop column batch_id, alter column render_id set not null;
      alter table render_details drop column batch_id, drop column batch_row;
      drop table render_batches;
    `),
};
