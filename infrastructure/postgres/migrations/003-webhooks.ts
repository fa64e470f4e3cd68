/** Webhook endpoints, their secrets, messages, and deliveries with all attempts. */
export const WEBHOOK_TABLES = `
  create table webhook_endpoints (
    endpoint_id uuid primary key,
    owner_id text not null,
    url text not null,
    events json not null,
    description text,
    status text not null,
    disabled_reason text,
    active_since timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    registered_commit bigint, -- clocks do not say which events follow a registration
    revision bigint not null
  );
  create index webhook_endpoints_of_owner on webhook_endpoints (owner_id) where deleted_at is null;

  create table webhook_secret_versions (
    endpoint_id uuid not null,
    version integer not null,
    secret_id text not null,
    x_signature_from timestamptz not null,
    previous_expire_at timestamptz, -- none for the first
    revision bigint not null,
    primary key (endpoint_id, version)
  );

  -- Not a read model: secrets under the ids that events name.
  create table webhook_secrets (
    endpoint_id uuid not null,
    secret_id text not null,
    secret text not null,
    kept_at timestamptz not null default now(),
    primary key (endpoint_id, secret_id)
  );

  -- Not read models: what was told to whom is known here alone, and never made again.
  create table webhook_messages (
    message_id uuid primary key,
    owner_id text not null,
    feed_number bigint, -- none for a test message, which is for one endpoint alone
    event text not null,
    render_id uuid,
    batch_id uuid,
    body bytea not null,
    traceparent text,
    created_at timestamptz not null,
    unique (render_id, event),
    unique (owner_id, feed_number),
    constraint webhook_messages_subject check (num_nonnulls(render_id, batch_id) = 1)
  );
  create unique index webhook_messages_of_batch on webhook_messages (batch_id, event);

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
    failing_since timestamptz,
    rests_until timestamptz -- nothing is sent until then after a failure
  );
`;
