/** The read models of videos, renders, batches, webhook endpoints and API keys, and their checkpoints. */
export const READ_MODEL_TABLES = `
  create table projection_checkpoints (
    name text primary key,
    commit_position bigint not null,
    prepare_position bigint not null,
    updated_at timestamptz not null default now(),
    events bigint not null default 0, -- how many it has applied
    -- The last of them: positions are only valid in one store.
    last_stream text,
    last_revision bigint,
    last_event_id uuid
  );

  -- The event store that the checkpoints belong to.
  create table projection_event_store (
    single boolean primary key default true check (single),
    store_id uuid not null,
    noted_at timestamptz not null default now()
  );

  -- A release that can read one of these types rebuilds the read models.
  create table projection_skipped_types (
    type text primary key,
    first_commit_position bigint not null,
    seen_at timestamptz not null default now()
  );

  -- Events of known types that could not be decoded: which, and why, but not their content.
  create table projection_skipped_events (
    stream text not null,
    revision bigint not null,
    type text not null,
    reason text not null,
    seen_at timestamptz not null default now(),
    primary key (stream, revision)
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
  -- Totals of lists are counted in an index. This one holds only the owner, so it is a tenth of the table.
  create index video_list_by_owner on video_list (owner_id);

  -- What a version said is in its event.
  create table video_versions (
    video_id uuid not null,
    version integer not null,
    changes json,
    restored_from integer,
    actor json not null,
    created_at timestamptz not null,
    revision bigint not null,
    primary key (video_id, version)
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
`;
