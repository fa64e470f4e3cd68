import type { Knex } from 'knex';

/** An index of renders by the hash of their output. */
export const renderOutputs = {
  name: '015-render-outputs',
  up: (knex: Knex) =>
    knex.raw(`
      create index render_details_outputs on render_details (owner_id, (output ->> 'sha256'))
        where output is not null
    `),
  down: (knex: Knex) => knex.raw('drop index render_details_outputs'),
};
