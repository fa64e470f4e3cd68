import type { Knex } from 'knex';
import type { LogPosition } from '../../domain/events.js';

/** How far each projection has come, by its name. */
export type Checkpoints = ReadonlyMap<string, LogPosition>;

interface Stored {
  readonly name: string;
  readonly commit_position: bigint;
  readonly prepare_position: bigint;
}

/** Reads all checkpoints; `forUpdate` keeps others from moving them until the transaction is over. */
export const readCheckpoints = async (connection: Knex, { forUpdate = false } = {}): Promise<Checkpoints> => {
  const query = connection<Stored>('projection_checkpoints')
    .orderBy('name')
    .select('name', 'commit_position', 'prepare_position');
  const rows = await (forUpdate ? query.forUpdate() : query);
  return new Map(
    rows.map((row) => [row.name, { commit: row.commit_position, prepare: row.prepare_position }]),
  );
};

/** Whether a position comes after another, or after nothing at all. */
export const isAfter = (a: LogPosition, b: LogPosition | undefined): boolean =>
  b === undefined || a.commit > b.commit;
