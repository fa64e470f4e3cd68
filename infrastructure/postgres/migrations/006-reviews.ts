/** Comments on videos, and decisions about their versions. */
export const REVIEW_TABLES = `
create table review_comments (
  comment_id uuid primary key,
  video_id uuid not null,
  thread_id uuid,
  version integer,
  text text not null,
  author json not null,
  time double precision,
  point json,
  resolved_by json,
  resolved_at timestamptz,
  created_at timestamptz not null,
  revision bigint not null
);
create index review_comments_of_video on review_comments (video_id, created_at, comment_id);

create table review_decisions (
  decision_id uuid primary key,
  video_id uuid not null,
  version integer not null,
  outcome text not null,
  text text,
  author json not null,
  decided_at timestamptz not null,
  revision bigint not null
);
create index review_decisions_of_version on review_decisions (video_id, version, revision);
`;
