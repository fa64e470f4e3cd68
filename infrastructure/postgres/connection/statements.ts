import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Client } from 'pg';

/** SQL with `$1`, `$2`, … for its values. */
export interface Statement {
  readonly text: string;
  readonly values: ReadonlyArray<unknown>;
}

/** The rows that a statement returned. */
export type Rows = ReadonlyArray<unknown>;

/** A source of connections; a transaction always returns the same one. Knex types its client as any. */
interface Pool {
  readonly acquireConnection: () => Promise<Client>;
  readonly releaseConnection: (connection: Client) => Promise<void>;
}

const names = new Map<string, string>();

/** The name of a prepared statement, determined by its text. */
const nameOf = (text: string): string => {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64');
  names.set(text, name);
  return name;
};

/**
 * Sends statements together, bypassing Knex's query builder. They are executed in order on one connection, which
 * prepares each text once and keeps it, so there must be few texts, with values as parameters. If one fails in a
 * transaction, all that follow fail too.
 * @returns the rows of each statement, in order
 */
export const sendTogether = async (
  database: Knex,
  statements: ReadonlyArray<Statement>,
): Promise<ReadonlyArray<Rows>> => {
  const pool = database.client as Pool;
  const connection = await pool.acquireConnection();
  try {
    return await Promise.all(
      statements.map(async ({ text, values }) => {
        const { rows } = await connection.query<object>({ name: nameOf(text), text, values: [...values] });
        return rows;
      }),
    );
  } finally {
    await pool.releaseConnection(connection);
  }
};

/** Runs a query that every request needs, for which building and planning would cost more than the result. */
export const prepared =
  (database: Knex) =>
  async <Row extends object>(text: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> => {
    const [rows = []] = await sendTogether(database, [{ text, values }]);
    return rows as ReadonlyArray<Row>;
  };
