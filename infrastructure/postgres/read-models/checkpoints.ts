import type { Knex } from 'knex';
import type { LogPosition } from '../../../domain/events.js';
import type { Rows, Statement } from '../connection/statements.js';

/** How far each projection has come, by its name. */
export type Checkpoints = ReadonlyMap<string, LogPosition>;

/** An event by what it has in every store that holds it: the position is another in each. */
export interface EventReference {
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
}

export interface Progress {
  readonly position: LogPosition;
  /** How many events the projection was shown in all. */
  readonly events: bigint;
  /** The last of them; undefined where a release before this one left the checkpoint. */
  readonly last: EventReference | undefined;
}

interface Stored {
  readonly name: string;
  readonly commit_position: bigint;
  readonly prepare_position: bigint;
  readonly events: bigint;
  readonly last_stream: string | null;
  readonly last_revision: bigint | null;
  readonly last_event_id: string | null;
}

const lastOf = ({ last_stream: stream, last_revision: revision, last_event_id: id }: Stored) =>
  stream === null || revision === null || id === null ? undefined : { stream, revision, id };

const progressFrom = (rows: ReadonlyArray<Stored>): ReadonlyMap<string, Progress> =>
  new Map(
    rows.map((row) => {
      const { name, commit_position: commit, prepare_position: prepare, events } = row;
      return [name, { position: { commit, prepare }, events, last: lastOf(row) }];
    }),
  );

/** How far each projection has come, and how many events that were; by its name. */
export const readProgress = async (connection: Knex): Promise<ReadonlyMap<string, Progress>> =>
  progressFrom(await connection<Stored>('projection_checkpoints').select());

const positionsOf = (progress: ReadonlyMap<string, Progress>): Checkpoints =>
  new Map([...progress].map(([name, { position }]) => [name, position]));

/** Reads all checkpoints. */
export const readCheckpoints = async (connection: Knex): Promise<Checkpoints> =>
  positionsOf(await readProgress(connection));

/** Reads all checkpoints and keeps others from moving them until the transaction is over: see {@link checkpointsFrom}. */
export const LOCK_CHECKPOINTS: Statement = {
  text: 'select * from projection_checkpoints order by name for update',
  values: [],
};

/** The checkpoints in the answer to {@link LOCK_CHECKPOINTS}. */
export const checkpointsFrom = (rows: Rows = []): Checkpoints =>
  positionsOf(progressFrom(rows as ReadonlyArray<Stored>));

/** Whether a position comes after another, or after nothing at all. */
export const isAfter = (a: LogPosition, b: LogPosition | undefined): boolean =>
  b === undefined || a.commit > b.commit;
