/** Assets, their unfinished uploads, which versions of videos use them, and messages about them. */
export const ASSET_TABLES = `
create table assets (
  asset_id uuid primary key,
  owner_id text not null,
  video_id uuid,
  name text not null,
  tags jsonb not null,
  status text not null,
  reason text,
  sha256 text,
  bytes bigint,
  key text,
  media_type text,
  media json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  revision bigint not null
);
create index assets_newest_first on assets (owner_id, created_at desc, asset_id desc)
  where deleted_at is null;
create index assets_by_content on assets (owner_id, sha256) where deleted_at is null;
create index assets_by_key on assets (key) where deleted_at is null;

create table asset_uploads (
  asset_id uuid primary key,
  owner_id text not null,
  bytes bigint not null,
  sha256 text,
  touched_at timestamptz not null,
  checked_at timestamptz not null default now()
);
create index asset_uploads_of_owner on asset_uploads (owner_id);
create index asset_uploads_checked on asset_uploads (checked_at);

alter table video_versions add column assets jsonb;
create index video_versions_assets on video_versions using gin (assets) where assets is not null;

alter table webhook_messages
  add column asset_id uuid,
  drop constraint webhook_messages_subject,
  add constraint webhook_messages_subject check (num_nonnulls(render_id, batch_id, asset_id) = 1);
create unique index webhook_messages_of_asset on webhook_messages (asset_id, event);
`;
