import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { grouped } from '../connection/grouped.js';
import { preparedQueries } from '../connection/statements.js';

export const ANNOUNCED_WRITES = 'announced_writes';

/**
 * The key of a row that marks the table as complete. The table is not logged: after a crash of the server it is
 * empty, and the positions announced before are unknown.
 */
const COMPLETE = '';

/** In the order of the keys, so that two processes never wait for each other's rows. */
const ANNOUNCE = `
  insert into ${ANNOUNCED_WRITES} as stored (key, commit_position)
  select key, commit_position from unnest($1::text[], $2::bigint[]) as written(key, commit_position)
  on conflict (key) do update set commit_position = excluded.commit_position
    where stored.commit_position < excluded.commit_position`;

const LOOK_UP = `select key, commit_position from ${ANNOUNCED_WRITES} where key = any($1)`;

/** Declares the table complete, unless it was emptied since the mark was made. */
const COMPLETE_IF_MARKED = `
  with mark as (delete from ${ANNOUNCED_WRITES} where key = $1 returning key)
  insert into ${ANNOUNCED_WRITES} (key, commit_position) select '${COMPLETE}', 0 from mark
  on conflict do nothing`;

/**
 * SQL for the highest position announced under a key, as the whole query sees it: -1 if there is none, null if the table
 * is not complete.
 * @param key a parameter such as `$1`
 */
export const announcedUnder = (key: string): string => `(
  select coalesce(max(commit_position) filter (where key <> '${COMPLETE}'), -1)
  from ${ANNOUNCED_WRITES} where key in ('${COMPLETE}', ${key}) having bool_or(key = '${COMPLETE}'))`;

interface Announcement {
  readonly keys: ReadonlyArray<string>;
  readonly commit: bigint;
}

/** The highest position of each key, in the order of the keys. */
const highestByKey = (
  announcements: ReadonlyArray<Announcement>,
): ReadonlyArray<readonly [string, bigint]> => {
  const highest = new Map<string, bigint>();
  for (const { keys, commit } of announcements)
    for (const key of keys) if (commit > (highest.get(key) ?? -1n)) highest.set(key, commit);
  return [...highest].sort(([a], [b]) => (a < b ? -1 : 1));
};

/**
 * The commit positions of the last writes by key, in a table that all processes share. `showAll` resolves once the read
 * models show every event that is stored when it is called.
 */
export const announcedWrites = (database: Knex, showAll: () => Promise<void>) => {
  const query = preparedQueries(database);

  const announce = grouped(async (announcements: ReadonlyArray<Announcement>): Promise<void> => {
    const written = highestByKey(announcements);
    const positions = written.map(([, commit]) => commit.toString());
    await query(ANNOUNCE, [written.map(([key]) => key), positions]);
  });

  /** Makes the table complete again: whatever was announced in the lost rows can be read when this resolves. */
  const complete = grouped(async (_calls: ReadonlyArray<void>): Promise<void> => {
    const mark = `incomplete ${randomUUID()}`;
    await query(ANNOUNCE, [[mark], ['0']]);
    await showAll();
    await query(COMPLETE_IF_MARKED, [mark]);
  });

  const lookUp = grouped(async (keys: ReadonlyArray<string>): Promise<ReadonlyMap<string, bigint>> => {
    const rows = await query<{ readonly key: string; readonly commit_position: bigint }>(LOOK_UP, [
      [COMPLETE, ...new Set(keys)],
    ]);
    return new Map(rows.map(({ key, commit_position: commit }) => [key, commit]));
  });

  const lastOf = async (key: string): Promise<bigint | undefined> => {
    const commits = await lookUp(key);
    if (commits.has(COMPLETE)) return commits.get(key);
    await complete();
    return lastOf(key);
  };

  return {
    /** Resolves once every later lookup, by any process, finds the position. */
    announce: (keys: ReadonlyArray<string>, commit: bigint): Promise<void> => announce({ keys, commit }),
    /** The last position announced under the key before this call; undefined: there is nothing to wait for. */
    lastOf,
  };
};
