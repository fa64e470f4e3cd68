/** The read models of renders, their replays and batches, what workers report, and the turns of owners. */
export const RENDER_TABLES = `
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
    batch_id uuid,
    batch_row integer,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    revision bigint not null
  );
  -- Every list of renders can be read from an index only.
  create index render_details_of_owner on render_details (owner_id, created_at desc, render_id desc);
  create index render_details_of_owner_by_status
    on render_details (owner_id, status, created_at desc, render_id desc);
  create index render_details_of_video on render_details (video_id, created_at desc, render_id desc)
    include (owner_id, status);
  create index render_details_of_batch on render_details (batch_id, batch_row) where batch_id is not null;
  create index render_details_unfinished_of_batch on render_details (batch_id)
    where batch_id is not null and status in ('pending', 'processing');
  -- Renders by what identifies their files.
  create index render_details_outputs on render_details (owner_id, (output ->> 'sha256'))
    where output is not null;
  create index render_details_streams on render_details (owner_id, (output -> 'streams' -> 0 ->> 'sha256'))
    where output is not null;
  create index render_details_files on render_details using gin ((output::jsonb -> 'files') jsonb_path_ops)
    where output -> 'files' is not null;

  -- Writing and reading documents costs a fraction of what it does with pglz; not every server has lz4.
  do $$ begin
    alter table video_details alter column composition set compression lz4;
    alter table render_details
      alter column video set compression lz4, alter column captioned_clips set compression lz4;
  exception when feature_not_supported then null;
  end $$;

  -- What identifies an output that was re-muxed or encoded again.
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
    traceparent text, -- the span that requested it (W3C Trace Context), as in other tables
    outcome json,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    finished_at timestamptz,
    revision bigint not null
  );
  create index render_batches_newest_first on render_batches (owner_id, created_at desc, batch_id desc);
  create index render_batches_open on render_batches (created_at) where status = 'processing';

  create table render_jobs (
    render_id uuid primary key,
    owner_id text not null,
    rank smallint not null, -- the priority within the owner: 0 high, 1 normal, 2 low
    work real not null, -- megapixel-frames
    traceparent text,
    requested_at timestamptz not null,
    queued_at timestamptz,
    started_at timestamptz,
    completed_at timestamptz,
    over boolean not null,
    revision bigint not null
  );
  create index render_jobs_waiting on render_jobs (owner_id, rank, requested_at, render_id)
    where not over and queued_at is null;
  create index render_jobs_under_way on render_jobs (owner_id) where not over and queued_at is not null;
  create index render_jobs_queued on render_jobs (queued_at) where not over;
  create index render_jobs_completed on render_jobs (completed_at) where completed_at is not null;
  create index render_jobs_of_owner_completed on render_jobs (owner_id, completed_at)
    where completed_at is not null;

  -- Not a read model: whose turn was when is known here alone. Turns of owners with a weight are less than 1 apart.
  create table render_turns (
    owner_id text primary key,
    turn double precision not null
  );

  -- The last report of a worker on an attempt; replay 0 is the render itself.
  create table render_progress (
    render_id uuid primary key,
    replay integer not null default 0,
    attempt integer not null,
    fraction double precision not null,
    stage text,
    frames integer,
    total_frames integer,
    fps real,
    clips text[],
    handed_back boolean not null default false,
    reported_at timestamptz not null default now()
  );
`;
