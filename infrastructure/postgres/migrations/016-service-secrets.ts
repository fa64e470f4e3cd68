import type { Knex } from 'knex';

/** Secrets that all processes share, encrypted with the service key. */
export const serviceSecrets = {
  name: '016-service-secrets',
  up: (knex: Knex) =>
    knex.raw(`
      create table service_secrets (
        name text primary key,
        sealed bytea not null
      )
    `),
  down: (knex: Knex) => knex.raw('drop table service_secrets'),
};
