import type { Knex } from 'knex';
import { DatabaseError } from 'pg';
import type { LogPosition } from '../../../domain/events.js';
import type { Rows, Statement } from '../connection/statements.js';

/** The checkpoint of each projection, by name. */
export type Checkpoints = ReadonlyMap<string, LogPosition>;

/** Identifies an event in every store that has it; its position differs between stores. */
export interface EventReference {
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
}

export interface Progress {
  readonly position: LogPosition;
  /** How many events the projection has applied in total. */
  readonly events: bigint;
  /** The last of them; undefined if an earlier release wrote the checkpoint. */
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

/** The checkpoint of each projection and the number of its events, by name. */
export const readProgress = async (connection: Knex): Promise<ReadonlyMap<string, Progress>> =>
  progressFrom(await connection<Stored>('projection_checkpoints').select());

const positionsOf = (progress: ReadonlyMap<string, Progress>): Checkpoints =>
  new Map([...progress].map(([name, { position }]) => [name, position]));

export const readCheckpoints = async (connection: Knex): Promise<Checkpoints> =>
  positionsOf(await readProgress(connection));

/** Reads all checkpoints and locks them until the end of the transaction: see {@link checkpointsFrom}. */
export const LOCK_CHECKPOINTS: Statement = {
  text: 'select * from projection_checkpoints order by name for update',
  values: [],
};

/** The checkpoints in the result of {@link LOCK_CHECKPOINTS}. */
export const checkpointsFrom = (rows: Rows = []): Checkpoints =>
  positionsOf(progressFrom(rows as ReadonlyArray<Stored>));

/** Whether a position comes after another, or after none. */
export const isAfter = (a: LogPosition, b: LogPosition | undefined): boolean =>
  b === undefined || a.commit > b.commit;

/**
 * Begins the work of a projector: nobody who begins with this or {@link LOCK_CHECKPOINTS} works at the same time. Locking
 * one row is enough for that, and is cheaper with every batch of events.
 */
export const LOCK_PROJECTING: Statement = {
  text: 'select from projection_checkpoints order by name limit 1 for update',
  values: [],
};

/**
 * SQLSTATE `invalid_text_representation`: plain SQL cannot raise an error of its own, but can convert a text to a number.
 * A returned row would come too late: the statements up to the commit are sent together.
 */
const CANNOT_CONVERT = '22P02';

/** Fails if a stored checkpoint is missing or behind the known one; the cause of the error names it. */
export const refuseLoss = (known: Checkpoints): Statement => ({
  text: `select ('the checkpoint of ' || known.name || ' is behind what was stored')::integer
    from unnest($1::text[], $2::bigint[]) as known (name, commit_position)
      left join projection_checkpoints as stored on stored.name = known.name
    where stored.commit_position is null or stored.commit_position < known.commit_position`,
  values: [[...known.keys()], [...known.values()].map(({ commit }) => commit.toString())],
  failure: (error) =>
    error instanceof DatabaseError && error.code === CANNOT_CONVERT
      ? new Error('the checkpoint of a projection is behind what was stored', { cause: error })
      : error,
});
