import type { Knex } from 'knex';
import type { LogHead, MerkleLog, SignedCheckpoint } from '../../../application/ports/merkle-log.js';
import { preparedQueries } from '../connection/statements.js';
import { postgresLogDifferences } from './log-differences.js';

interface HeadRow {
  readonly log_id: string;
  readonly size: string;
  readonly store_id: string | null;
  readonly commit_position: string | null;
  readonly prepare_position: string | null;
}

interface CheckpointRow {
  readonly origin: string;
  readonly size: string;
  readonly root: Buffer;
  readonly note: string;
  readonly signed_at: Date;
}

/** The name of the log, which is permanent for its database. */
const originOf = (logId: string): string => `framewright/${logId}`;

const headOf = (
  { size, store_id, commit_position, prepare_position }: HeadRow,
  storeId: string,
): LogHead => ({
  size: Number(size),
  position:
    store_id === storeId && commit_position !== null && prepare_position !== null
      ? { commit: BigInt(commit_position), prepare: BigInt(prepare_position) }
      : undefined,
});

const checkpointOf = ({ origin, size, root, note, signed_at }: CheckpointRow): SignedCheckpoint => ({
  origin,
  size: Number(size),
  root,
  note,
  signedAt: signed_at.toISOString(),
});

const checkpoints = (
  database: Knex,
): Pick<MerkleLog, 'saveCheckpoint' | 'checkpointSizes' | 'latestCheckpoint'> => {
  const query = preparedQueries(database);
  return {
    saveCheckpoint: async ({ size, root, note, signedAt }) => {
      await database('merkle_checkpoints')
        .insert({ size, root: Buffer.from(root), note, signed_at: signedAt })
        .onConflict('size')
        .ignore();
    },

    checkpointSizes: async (count) => {
      const rows = await query<{ readonly size: string }>(
        'select size from merkle_checkpoints order by size desc limit $1',
        [count],
      );
      return rows.map(({ size }) => Number(size));
    },

    latestCheckpoint: async () => {
      const [row] = await query<CheckpointRow>(
        `select $1 || log_id as origin, checkpoint.* from merkle_checkpoints checkpoint, merkle_head
          order by checkpoint.size desc limit 1`,
        [originOf('')],
      );
      return row && checkpointOf(row);
    },
  };
};

/** Extends the log, or does nothing and returns no row if its size is another one. */
const EXTEND = `
  with head as (
    update merkle_head set size = $2, store_id = $3, commit_position = $4, prepare_position = $5 where size = $1
    returning size
  ), leaves as (
    insert into merkle_leaves (index, stream, revision)
    select $1::bigint + number - 1, stream, revision
    from head, unnest($6::text[], $7::bigint[]) with ordinality as leaf (stream, revision, number)
  ), subtrees as (
    insert into merkle_subtrees (level, index, hash)
    select level, index, decode(hash, 'hex')
    from head, unnest($8::smallint[], $9::bigint[], $10::text[]) as subtree (level, index, hash)
  )
  select size from head`;

const subtreeHashes = async (
  query: ReturnType<typeof preparedQueries>,
  subtrees: Parameters<MerkleLog['hashes']>[0],
): ReturnType<MerkleLog['hashes']> => {
  if (subtrees.length === 0) return [];
  const rows = await query<{ readonly hash: Buffer | null }>(
    `select subtree.hash
      from unnest($1::smallint[], $2::bigint[]) with ordinality as wanted (level, index, number)
      left join merkle_subtrees subtree on subtree.level = wanted.level and subtree.index = wanted.index
      order by number`,
    [subtrees.map(({ level }) => level), subtrees.map(({ index }) => index)],
  );
  return rows.map(({ hash }, number) => {
    if (hash) return hash;
    throw new Error(`the Merkle log has no subtree ${JSON.stringify(subtrees[number])}`);
  });
};

/**
 * The Merkle log in PostgreSQL.
 * @param storeId identity of the event store, because positions are only valid in one store; only needed by the process
 * that extends the log
 */
export const postgresMerkleLog = (database: Knex, storeId = ''): MerkleLog => {
  const query = preparedQueries(database);
  const readHead = async (): Promise<HeadRow> => {
    const [row] = await query<HeadRow>('select * from merkle_head', []);
    if (!row) throw new Error('the table merkle_head is empty');
    return row;
  };

  return {
    ...postgresLogDifferences(database),
    ...checkpoints(database),

    origin: async () => originOf((await readHead()).log_id),

    head: async () => headOf(await readHead(), storeId),

    hashes: (subtrees) => subtreeHashes(query, subtrees),

    extend: async ({ from, to, position, leaves, subtrees }) => {
      const extended = await query(EXTEND, [
        from,
        to,
        storeId,
        position.commit.toString(),
        position.prepare.toString(),
        leaves.map(({ stream }) => stream),
        leaves.map(({ revision }) => revision),
        subtrees.map(({ level }) => level),
        subtrees.map(({ index }) => index),
        subtrees.map(({ hash }) => Buffer.from(hash).toString('hex')),
      ]);
      return extended.length > 0;
    },

    indexOf: async (stream, revision) => {
      const [row] = await query<{ readonly index: string }>(
        'select index from merkle_leaves where stream = $1 and revision = $2',
        [stream, revision],
      );
      return row && Number(row.index);
    },

    eventAt: async (index) => {
      const [row] = await query<{ readonly stream: string; readonly revision: string }>(
        'select stream, revision from merkle_leaves where index = $1',
        [index],
      );
      return row && { stream: row.stream, revision: Number(row.revision) };
    },
  };
};
