import type { Knex } from 'knex';

/** Webhook messages, their deliveries with all attempts, and rotatable secrets. */
export const webhookDeliveryTables = {
  name: '004-webhook-deliveries',
  // oxlint-disable-next-line max-lines-per-function -- a table of columns and indexes
  up: (knex: Knex) =>
    knex.raw(`
      alter table webhook_endpoints
        add column status text not null default 'active',
        add column disabled_reason text,
        add column active_since timestamptz,
        add column updated_at timestamptz;
      update webhook_endpoints set active_since = created_at, updated_at = created_at;
      alter table webhook_endpoints
        alter column status drop default,
        alter column active_since set not null,
        alter column updated_at set not null;

      -- A version signs in webhook-signature until it expires, and in X-Signature from x_signature_from on
      -- until a later version does.
      alter table webhook_secrets
        add column version integer not null default 1,
        add column x_signature_from timestamptz not null default now(),
        add column expires_at timestamptz,
        drop constraint webhook_secrets_pkey,
        add primary key (endpoint_id, version);
      alter table webhook_secrets alter column version drop default;

      -- Not read models: what was told to whom is known here alone, and never made again.
      create table webhook_messages (
        message_id uuid primary key,
        owner_id text not null,
        feed_number bigint, -- none for a test message, which is for one endpoint alone
        event text not null,
        render_id uuid not null,
        body bytea not null,
        created_at timestamptz not null,
        unique (render_id, event),
        unique (owner_id, feed_number)
      );
      create table webhook_feeds (
        owner_id text primary key,
        last_number bigint not null
      );

      -- A claim pushes due_at to the end of its lease: a claim that is not kept falls due by itself.
      create table webhook_deliveries (
        delivery_id uuid primary key,
        endpoint_id uuid not null,
        message_id uuid not null references webhook_messages,
        status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'cancelled')),
        due_at timestamptz not null,
        claim_id uuid,
        attempts integer not null default 0,
        failures integer not null default 0,
        created_at timestamptz not null,
        finished_at timestamptz,
        unique (endpoint_id, message_id)
      );
      create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, due_at) where status = 'waiting';
      create index webhook_deliveries_claimed on webhook_deliveries (endpoint_id) where claim_id is not null;
      create index webhook_deliveries_newest_first
        on webhook_deliveries (endpoint_id, created_at desc, delivery_id desc);

      create table webhook_attempts (
        delivery_id uuid not null references webhook_deliveries,
        attempt integer not null,
        started_at timestamptz not null,
        finished_at timestamptz,
        http_status integer,
        error text,
        answer bytea,
        primary key (delivery_id, attempt)
      );

      create table webhook_endpoint_health (
        endpoint_id uuid primary key,
        failing_since timestamptz
      );
    `),
  down: (knex: Knex) =>
    knex.raw(`
      drop table webhook_endpoint_health, webhook_attempts, webhook_deliveries, webhook_feeds, webhook_messages;
      delete from webhook_secrets where version > 1;
      alter table webhook_secrets
        drop constraint webhook_secrets_pkey,
        drop column version,
        drop column x_signature_from,
        drop column expires_at,
        add primary key (endpoint_id);
      alter table webhook_endpoints
        drop column status,
        drop column disabled_reason,
        drop column active_since,
        drop column updated_at;
    `),
};
