/**
 * Lists of assets are searched and counted in one index, without reading the table: it has what their filters compare.
 * This needs no extension of PostgreSQL, and finds any part of a name, also one of two letters.
 */
export const ASSET_SEARCH = `
alter table assets
  add column folded_name text generated always as (lower(name)) stored,
  add column kind text generated always as (media ->> 'kind') stored;
drop index assets_newest_first;
create index assets_newest_first on assets (owner_id, created_at desc, asset_id desc)
  include (folded_name, kind) where deleted_at is null;
create index assets_tags on assets using gin (tags jsonb_path_ops) where deleted_at is null;
`;
