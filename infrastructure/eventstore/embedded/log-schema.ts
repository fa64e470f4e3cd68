/**
 * The log's one table. Runs at every start of a node, under the writer's lock; changes nothing when all is there.
 * Stream names compare bytewise, so that a name is only ever equal to itself.
 */
export const LOG_SCHEMA = `
  create schema if not exists eventstore;
  create table if not exists eventstore.events (
    position bigint primary key,
    stream text collate "C" not null,
    revision bigint not null,
    event_id uuid not null,
    type text not null,
    is_json boolean not null,
    created bigint not null,
    data bytea not null,
    metadata bytea not null,
    constraint events_stream_revision unique (stream, revision)
  );
  create index if not exists events_event_id on eventstore.events (event_id);
`;

/** A longer name would not fit into an index entry of Postgres. */
export const MAX_STREAM_NAME_BYTES = 2000;
