import type { Knex } from 'knex';

/** Totals of lists are counted in an index. This one holds only the owner, so it is a tenth of the table. */
export const countVideos = {
  name: '006-count-videos',
  up: (knex: Knex) => knex.raw('create index video_list_by_owner on video_list (owner_id)'),
  down: (knex: Knex) => knex.raw('drop index video_list_by_owner'),
};
