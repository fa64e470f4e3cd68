import type { Knex } from 'knex';

/** The Merkle tree over all events, its checkpoints, and the public halves of the keys that signed them. */
export const merkleLog = {
  name: '014-merkle-log',
  up: (knex: Knex) =>
    knex.raw(`
      create table merkle_head (
        single boolean primary key default true check (single),
        log_id uuid not null default gen_random_uuid(),
        size bigint not null default 0,
        store_id text,
        commit_position bigint,
        prepare_position bigint
      );
      insert into merkle_head default values;

      create table merkle_leaves (
        index bigint primary key,
        stream text not null,
        revision bigint not null,
        unique (stream, revision)
      );

      -- Complete subtrees, leaves among them: 2^level leaves from index * 2^level.
      create table merkle_subtrees (
        level smallint not null,
        index bigint not null,
        hash bytea not null,
        primary key (level, index)
      );

      create table merkle_checkpoints (
        size bigint primary key,
        root bytea not null,
        note text not null,
        signed_at timestamptz not null
      );

      create table signing_keys (
        key_id text primary key,
        public_key text not null,
        created_at timestamptz not null default now(),
        retired_at timestamptz
      );
    `),
  down: (knex: Knex) =>
    knex.raw('drop table merkle_head, merkle_leaves, merkle_subtrees, merkle_checkpoints, signing_keys'),
};
