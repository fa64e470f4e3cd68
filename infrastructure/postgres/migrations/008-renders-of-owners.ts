import type { Knex } from 'knex';

/** Lists of all renders of an owner, also by status. Every list of renders can be read from an index only. */
export const rendersOfOwners = {
  name: '008-renders-of-owners',
  up: (knex: Knex) =>
    knex.raw(`
      create index render_details_of_owner on render_details (owner_id, created_at desc, render_id desc);
      create index render_details_of_owner_by_status
        on render_details (owner_id, status, created_at desc, render_id desc);
      create index render_details_of_video on render_details (video_id, created_at desc, render_id desc)
        include (owner_id, status);
      drop index render_details_newest_first;
    `),
  down: (knex: Knex) =>
    knex.raw(`
      create index render_details_newest_first on render_details (video_id, created_at desc, render_id desc);
      drop index render_details_of_owner, render_details_of_owner_by_status, render_details_of_video;
    `),
};
