import type { Knex } from 'knex';
import type { ProjectionStore } from '../../application/ports/projection-store.js';
import type { LogPosition } from '../../domain/events.js';
import type { Projection } from '../../projections/change.js';
import { applyChanges, type Enqueue } from './apply-changes.js';

interface CheckpointRow {
  readonly name: string;
  readonly commit_position: bigint;
  readonly prepare_position: bigint;
}

/** Announces how far the read models are; the payload is the commit position. */
export const PROJECTED_CHANNEL = 'framewright_projected';

const isAfter = (a: LogPosition, b: LogPosition | undefined): boolean =>
  b === undefined || a.commit > b.commit;

/** Projections in PostgreSQL. */
export const postgresProjectionStore = (
  database: Knex,
  projections: ReadonlyArray<Projection>,
  enqueue: Enqueue,
): ProjectionStore => {
  const checkpoints = async (connection: Knex): Promise<ReadonlyMap<string, LogPosition>> => {
    const rows = await connection<CheckpointRow>('projection_checkpoints').select();
    return new Map(
      rows.map((row) => [row.name, { commit: row.commit_position, prepare: row.prepare_position }]),
    );
  };

  const advance = (transaction: Knex.Transaction, { commit, prepare }: LogPosition) =>
    transaction.raw(
      `insert into projection_checkpoints (name, commit_position, prepare_position)
       select name, ?, ? from unnest(?::text[]) as name
       on conflict (name) do update
         set commit_position = excluded.commit_position, prepare_position = excluded.prepare_position, updated_at = now()
         where projection_checkpoints.commit_position < excluded.commit_position`,
      [commit.toString(), prepare.toString(), projections.map(({ name }) => name)],
    );

  return {
    start: async () => {
      const stored = await checkpoints(database);
      const positions = projections.map(({ name }) => stored.get(name));
      return positions.reduce((lowest, position) =>
        position === undefined || lowest === undefined
          ? undefined
          : isAfter(lowest, position)
            ? position
            : lowest,
      );
    },

    apply: async (events) => {
      const last = events.at(-1);
      if (!last) return;
      await database.transaction(async (transaction) => {
        const stored = await checkpoints(transaction);
        const changes = projections.flatMap(({ name, project }) =>
          events.filter(({ position }) => isAfter(position, stored.get(name))).flatMap(project),
        );
        await applyChanges(transaction, changes, enqueue);
        await advance(transaction, last.position);
        await transaction.raw('select pg_notify(?, ?)', [PROJECTED_CHANNEL, last.position.commit.toString()]);
      });
    },
  };
};
