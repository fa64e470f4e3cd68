import type { Knex } from 'knex';

/** What the API remembers of requests: the counts of rate limits, and the responses to idempotent requests. */
export const requests = {
  name: '002-requests',
  up: (knex: Knex) =>
    knex.raw(`
      create table rate_windows (
        subject text primary key,
        minute_opened timestamptz not null,
        minute_used integer not null,
        hour_opened timestamptz not null,
        hour_used integer not null,
        day_opened timestamptz not null,
        day_used integer not null
      );

      create table idempotent_requests (
        owner_id text not null,
        key text not null,
        fingerprint text not null,
        seed bytea not null,
        started_at timestamptz not null,
        lease uuid not null,
        leased_until timestamptz not null,
        answer bytea,
        primary key (owner_id, key)
      );
      create index idempotent_requests_oldest_first on idempotent_requests (started_at);
    `),
  down: (knex: Knex) => knex.raw('drop table idempotent_requests, rate_windows'),
};
