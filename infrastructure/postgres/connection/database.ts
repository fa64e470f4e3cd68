import knex, { type Knex } from 'knex';
import { TypeOverrides, types } from 'pg';

export interface DatabaseOptions {
  readonly url: string;
  /** Most connections of this process. */
  readonly poolSize?: number;
}

const customTypes = new TypeOverrides();
// Positions and revisions are bigint columns: exact, as bigint.
customTypes.setTypeParser(types.builtins.INT8, BigInt);

const getTypeParser = (oid: number, format: string) =>
  customTypes.getTypeParser(oid, format === 'binary' ? 'binary' : 'text') as unknown;

/** Not among the settings that knex declares; it hands all of them to pg's client. */
const PIPELINED = { pipeline: true };

/**
 * A pool of connections; nothing connects before the first query. End it with `destroy()`. Statements that a connection
 * is given before it has answered the one before travel together (the protocol's pipelining) and are executed in order.
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
