import type { Knex } from 'knex';

/** The read models, their checkpoints, and the table of signing secrets. */
export const readModels = {
  name: '001-read-models',
  // oxlint-disable-next-line max-lines-per-function -- a table of columns and indexes
  up: (knex: Knex) =>
    knex.raw(`
      create table projection_checkpoints (
        name text primary key,
        commit_position bigint not null,
        prepare_position bigint not null,
        updated_at timestamptz not null default now()
      );

      -- Documents are json, not jsonb: kept to the letter, cheap to hand on as text.
      create table video_details (
        video_id uuid primary key,
        owner_id text not null,
        version integer not null,
        composition json not null,
        editor_token_hash text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        revision bigint not null
      );
      create unique index video_details_by_editor_token on video_details (editor_token_hash);

      create table video_list (
        video_id uuid primary key,
        owner_id text not null,
        name text not null,
        created_at timestamptz not null,
        revision bigint not null
      );
      create index video_list_newest_first on video_list (owner_id, created_at desc, video_id desc);

      create table video_versions (
        video_id uuid not null,
        version integer not null,
        composition json not null,
        changes json,
        actor json not null,
        created_at timestamptz not null,
        revision bigint not null,
        primary key (video_id, version)
      );

      create table render_details (
        render_id uuid primary key,
        owner_id text not null,
        video_id uuid not null,
        video_version integer not null,
        status text not null,
        attempt integer not null,
        video json not null,
        captioned_clips json,
        output json,
        failure json,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        started_at timestamptz,
        finished_at timestamptz,
        revision bigint not null
      );
      create index render_details_newest_first on render_details (video_id, created_at desc, render_id desc);

      create table render_progress (
        render_id uuid primary key,
        attempt integer not null,
        fraction double precision not null,
        reported_at timestamptz not null default now()
      );

      create table render_jobs (
        render_id uuid primary key,
        requested_at timestamptz not null,
        over boolean not null,
        queued_at timestamptz,
        revision bigint not null
      );
      create index render_jobs_not_over on render_jobs (queued_at nulls first) where not over;

      create table webhook_endpoints (
        endpoint_id uuid primary key,
        owner_id text not null,
        url text not null,
        events json not null,
        description text,
        created_at timestamptz not null,
        deleted_at timestamptz,
        revision bigint not null
      );
      create index webhook_endpoints_of_owner on webhook_endpoints (owner_id) where deleted_at is null;

      create table webhook_secrets (
        endpoint_id uuid primary key,
        secret text not null,
        created_at timestamptz not null default now()
      );

      create table api_keys (
        key_id uuid primary key,
        owner_id text not null,
        key_hash text not null unique,
        limits json not null,
        created_at timestamptz not null,
        revoked_at timestamptz,
        revision bigint not null
      );
    `),
  down: (knex: Knex) =>
    knex.raw(`
      drop table api_keys, webhook_secrets, webhook_endpoints, render_jobs, render_progress, render_details,
        video_versions, video_list, video_details, projection_checkpoints
    `),
};
