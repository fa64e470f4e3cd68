/** Folders of videos, and their archive. Lists leave out archived videos, and their indexes do so too. */
export const FOLDERS = `
alter table video_details add column folder text, add column archived boolean not null default false;
alter table video_list add column folder text, add column archived boolean not null default false;
drop index if exists video_list_newest_first;
create index video_list_newest_first on video_list (owner_id, created_at desc, video_id desc)
  where not archived;
drop index if exists video_list_by_owner;
create index video_list_by_owner on video_list (owner_id) where not archived;
create index video_list_archived on video_list (owner_id, created_at desc, video_id desc) where archived;
create index video_list_in_folders on video_list (owner_id, folder, created_at desc, video_id desc)
  where folder is not null and not archived;
`;
