import type { Knex } from 'knex';

/** How long nothing is sent to an endpoint after a failure. */
export const endpointRest = {
  name: '007-endpoint-rest',
  up: (knex: Knex) => knex.raw('alter table webhook_endpoint_health add column rests_until timestamptz'),
  down: (knex: Knex) => knex.raw('alter table webhook_endpoint_health drop column rests_until'),
};
