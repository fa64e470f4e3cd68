import type { Knex } from 'knex';

/** Who sent a request first, and its request id; repetitions put the same values into their events. */
export const requestOrigin = {
  name: '009-request-origin',
  up: (knex: Knex) => knex.raw('alter table idempotent_requests add column origin json'),
  down: (knex: Knex) => knex.raw('alter table idempotent_requests drop column origin'),
};
