import type { Knex } from 'knex';

/** Hosts that an operator temporarily allows for sources and webhooks although they are not publicly routable. */
export const privateHosts = {
  name: '003-private-hosts',
  up: (knex: Knex) =>
    knex.raw('create table private_hosts (host text primary key, expires_at timestamptz not null)'),
  down: (knex: Knex) => knex.raw('drop table private_hosts'),
};
