import type { Knex } from 'knex';
import type { LogPosition } from '../../domain/events.js';

/** How far each projection has come, by its name. */
export type Checkpoints = ReadonlyMap<string, LogPosition>;

export interface Progress {
  readonly position: LogPosition;
  /** How many events the projection was shown in all. */
  readonly events: bigint;
}

interface Stored {
  readonly name: string;
  readonly commit_position: bigint;
  readonly prepare_position: bigint;
  readonly events: bigint;
}

/** How far each projection has come, and how many events that were; by its name. */
export const readProgress = async (
  connection: Knex,
  { forUpdate = false } = {},
): Promise<ReadonlyMap<string, Progress>> => {
  const query = connection<Stored>('projection_checkpoints').orderBy('name').select();
  const rows = await (forUpdate ? query.forUpdate() : query);
  return new Map(
    rows.map(({ name, commit_position: commit, prepare_position: prepare, events }) => [
      name,
      { position: { commit, prepare }, events },
    ]),
  );
};

/** Reads all checkpoints; `forUpdate` keeps others from moving them until the transaction is over. */
export const readCheckpoints = async (connection: Knex, options = {}): Promise<Checkpoints> => {
  const progress = await readProgress(connection, options);
  return new Map([...progress].map(([name, { position }]) => [name, position]));
};

/** Whether a position comes after another, or after nothing at all. */
export const isAfter = (a: LogPosition, b: LogPosition | undefined): boolean =>
  b === undefined || a.commit > b.commit;
