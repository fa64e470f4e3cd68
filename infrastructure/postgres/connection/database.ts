import knex, { type Knex } from 'knex';
import { type Client, TypeOverrides, types } from 'pg';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { closeWhenSilent, CONNECT_MS } from '../../platform/postgres-silence.js';
import { type Fault, unavailable } from '../../../application/ports/fault.js';

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum number of connections of this process. */
  readonly poolSize?: number;
  /** Whether statements may run longer than the service usually waits, for example in a restore; default: no. */
  readonly toleratesSilence?: boolean;
}

const customTypes = new TypeOverrides();
// Positions and revisions are bigint columns; they are read as bigint to be exact.
customTypes.setTypeParser(types.builtins.INT8, BigInt);

const getTypeParser = (oid: number, format: string) =>
  customTypes.getTypeParser(oid, format === 'binary' ? 'binary' : 'text') as unknown;

/** Not declared by knex, which passes all settings on to pg's client. */
const PIPELINED = { pipeline: true };

/**
 * A pool of connections. It connects on the first query; end it with `destroy()`. Statements sent on a connection
 * before the previous one has completed are pipelined, and executed in order.
 */
export const openDatabase = ({ url, poolSize = 10, toleratesSilence = false }: DatabaseOptions): Knex =>
  knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'framewright',
      types: { getTypeParser },
      connectionTimeoutMillis: CONNECT_MS,
      ...PIPELINED,
    },
    pool: {
      min: 0,
      max: poolSize,
      afterCreate: (client: Client, done: () => void) => {
        if (!toleratesSilence) closeWhenSilent(client);
        done();
      },
    },
    acquireConnectionTimeout: 10_000,
    // knex would log to standard output, where commands write their results. It also throws what it warns of.
    log: { warn: () => undefined },
  });

/** Reads the time that all processes share. */
export type ServerTime = (database: Knex) => Promise<Date>;

/** The time by the clock of PostgreSQL. */
export const serverTime: ServerTime = async (database) => {
  const { rows } = await database.raw<{ rows: ReadonlyArray<{ readonly now: Date }> }>(
    'select clock_timestamp() as now',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL did not return its time');
  return row.now;
};

/** A query as a TaskEither; any database error becomes a fault. */
export const run = <A>(query: () => Promise<A>): TE.TaskEither<Fault, A> =>
  TE.tryCatch(query, unavailable('the database'));
