import type { Knex } from 'knex';

/** An index of renders by what they wrote besides their first output. */
export const furtherFiles = {
  name: '019-further-files',
  up: (knex: Knex) =>
    knex.raw(`
      create index render_details_files on render_details using gin ((output::jsonb -> 'files') jsonb_path_ops)
        where output -> 'files' is not null
    `),
  down: (knex: Knex) => knex.raw('drop index render_details_files'),
};
