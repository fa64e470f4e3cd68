import knex, { type Knex } from 'knex';
import { TypeOverrides, types } from 'pg';

export interface DatabaseOptions {
  readonly url: string;
  /** Maximum number of connections of this process. */
  readonly poolSize?: number;
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
export const openDatabase = ({ url, poolSize = 10 }: DatabaseOptions): Knex =>
  knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'framewright',
      types: { getTypeParser },
      ...PIPELINED,
    },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: 10_000,
  });
