/** What the service keeps besides: requests, announced writes, secrets, and the Merkle log of all events. */
export const SERVICE_TABLES = `
  create table rate_windows (
    subject text primary key,
    minute_opened timestamptz not null,
    minute_used integer not null,
    hour_opened timestamptz not null,
    hour_used integer not null,
    day_opened timestamptz not null,
    day_used integer not null
  );

  create table idempotent_requests (
    owner_id text not null,
    key text not null,
    fingerprint text not null,
    seed bytea not null,
    started_at timestamptz not null,
    origin json not null, -- who sent it first: repetitions put the same values into their events
    lease uuid not null,
    leased_until timestamptz not null,
    answer bytea,
    primary key (owner_id, key)
  );
  create index idempotent_requests_oldest_first on idempotent_requests (started_at);

  -- Up to where each owner has written, for readers on all processes. It changes with every write, so it is not logged:
  -- a crash of the server empties it, which readers notice (read-models/announced-writes.ts). There is room in each page
  -- to update rows in place.
  create unlogged table announced_writes (
    key text primary key,
    commit_position bigint not null
  ) with (fillfactor = 50);

  -- Hosts that an operator temporarily allows for sources and webhooks although they are not publicly routable.
  create table private_hosts (host text primary key, expires_at timestamptz not null);

  -- Secrets that all processes share, encrypted with the service key.
  create table service_secrets (name text primary key, sealed bytea not null);

  create table signing_keys (
    key_id text primary key,
    public_key text not null,
    created_at timestamptz not null default now(),
    retired_at timestamptz
  );

  create table merkle_head (
    single boolean primary key default true check (single),
    log_id uuid not null default gen_random_uuid(),
    size bigint not null default 0,
    store_id text,
    commit_position bigint,
    prepare_position bigint,
    compared_at timestamptz -- when the whole history was last compared
  );
  insert into merkle_head default values;

  create table merkle_leaves (
    index bigint primary key,
    stream text not null,
    revision bigint not null,
    unique (stream, revision)
  );

  -- Complete subtrees, leaves among them: 2^level leaves from index * 2^level.
  create table merkle_subtrees (
    level smallint not null,
    index bigint not null,
    hash bytea not null,
    primary key (level, index)
  );

  create table merkle_checkpoints (
    size bigint primary key,
    root bytea not null,
    note text not null,
    signed_at timestamptz not null
  );

  -- How the event store is known to differ from the log.
  create table log_differences (
    stream text not null,
    revision bigint not null,
    problem text not null,
    found_at timestamptz not null,
    primary key (stream, revision)
  );
`;
