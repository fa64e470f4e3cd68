import type { Knex } from 'knex';
import type { LogDifference, MerkleLog } from '../../../application/ports/merkle-log.js';
import { preparedQueries } from '../connection/statements.js';

/** The maximum number of recorded differences; `audit check` lists all. */
const MAX_DIFFERENCES = 1000;

interface KnownRow {
  readonly count: string;
  readonly compared_at: Date | null;
  readonly stream: string | null;
  readonly revision: string | null;
  readonly problem: LogDifference['problem'];
}

/** The head's position only means something in the store that the database belongs to. */
const LEAVES_OF = `select head.up_to, leaf.index, subtree.hash
          from (
            select case when head.store_id = store.store_id::text then head.commit_position end as up_to
            from merkle_head head left join projection_event_store store on true
          ) head
          cross join unnest($1::text[], $2::bigint[]) with ordinality as wanted (stream, revision, number)
          left join merkle_leaves leaf on leaf.stream = wanted.stream and leaf.revision = wanted.revision
          left join merkle_subtrees subtree on subtree.level = 0 and subtree.index = leaf.index
          order by number`;

/** The number of differences, and the first of them. */
const KNOWN = `select (select count(*) from log_differences) as count, head.compared_at, example.*
          from merkle_head head left join lateral (
            select stream, revision, problem from log_differences order by stream, revision limit 1
          ) example on true`;

/** Beyond the maximum, only known differences are recorded again. */
const REPORT = `insert into log_differences (stream, revision, problem, found_at)
          select stream, revision, problem, now()
          from unnest($1::text[], $2::bigint[], $3::text[]) as found (stream, revision, problem)
          where (select count(*) from log_differences) < ${MAX_DIFFERENCES}
            or exists (select from log_differences known where known.stream = found.stream and known.revision = found.revision)
          on conflict (stream, revision) do update set problem = excluded.problem, found_at = excluded.found_at`;

/** The differences between the event store and the log, in PostgreSQL. */
export const postgresLogDifferences = (
  database: Knex,
): Pick<MerkleLog, 'leavesOf' | 'reportDifferences' | 'differences' | 'beginComparison'> => {
  const query = preparedQueries(database);
  return {
    leavesOf: async (events) => {
      const rows = await query<{
        readonly up_to: string | null;
        readonly index: string | null;
        readonly hash: Buffer | null;
      }>(LEAVES_OF, [events.map(({ stream }) => stream), events.map(({ revision }) => revision)]);
      const upTo = rows[0]?.up_to ?? undefined;
      return {
        upTo: upTo === undefined ? undefined : BigInt(upTo),
        leaves: rows.map(({ index, hash }) =>
          index !== null && hash !== null ? { index: Number(index), hash } : undefined,
        ),
      };
    },

    reportDifferences: async (found) => {
      await query(REPORT, [
        found.map(({ stream }) => stream),
        found.map(({ revision }) => revision),
        found.map(({ problem }) => problem),
      ]);
    },

    differences: async () => {
      const [row] = await query<KnownRow>(KNOWN, []);
      if (!row) throw new Error('the table merkle_head is empty');
      const { count, compared_at, stream, revision, problem } = row;
      return {
        count: Number(count),
        example: stream === null ? undefined : { stream, revision: Number(revision), problem },
        comparedAt: compared_at?.toISOString(),
      };
    },

    beginComparison: async () => {
      const [began] = await query<{ readonly at: Date }>('select clock_timestamp() as at', []);
      return async () => {
        await query(
          `with forgotten as (delete from log_differences where found_at < $1)
            update merkle_head set compared_at = now()`,
          [began?.at],
        );
      };
    },
  };
};
