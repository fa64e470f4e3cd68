import type { Knex } from 'knex';

/**
 * Where the registrations of webhook endpoints are in the log: clocks do not say which events follow them. Endpoints
 * registered earlier have none, and get all events that are projected from now on.
 */
export const registrationsInTheLog = {
  name: '028-registrations-in-the-log',
  up: (knex: Knex) => knex.raw('alter table webhook_endpoints add column registered_commit bigint'),
  down: (knex: Knex) => knex.raw('alter table webhook_endpoints drop column registered_commit'),
};
