/**
 * The log's tables: the events, and the names of streams that Postgres can't index. Runs at every start of a node, under the writer's lock; changes nothing when all is there.
 * Stream names compare bytewise, so that a name is only ever equal to itself. Earlier releases looked event ids up in
 * an index, which cost every append and is dropped.
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
  create table if not exists eventstore.stream_names (
    stored text collate "C" primary key,
    name bytea not null
  );
  drop index if exists eventstore.events_event_id;
`;
