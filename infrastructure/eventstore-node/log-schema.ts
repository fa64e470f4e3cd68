/**
 * The table of the log. Runs at every start of a node,
 * under the writer's lock; changes nothing if everything exists. Stream names are compared bytewise, so that a name
 * only equals itself. Earlier releases had an index of event ids, which slowed down every append and is dropped.
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
  drop index if exists eventstore.events_event_id;
`;
