import type { Knex } from 'knex';
import type { Client } from 'pg';

/** What a pool of connections gives and takes back; Knex types its client as anything. */
interface Pool {
  readonly acquireConnection: () => Promise<Client>;
  readonly releaseConnection: (connection: Client) => Promise<void>;
}

/**
 * Runs a statement that each connection plans once, under its name, past Knex's query builder: for the questions that
 * every request asks, where building and planning would cost more than the answer.
 * @param text the statement, always the same under one name, with `$1`, `$2`, … for the values
 */
export const prepared =
  (database: Knex) =>
  async <Row extends object>(
    name: string,
    text: string,
    values: ReadonlyArray<unknown>,
  ): Promise<ReadonlyArray<Row>> => {
    const pool = database.client as Pool;
    const connection = await pool.acquireConnection();
    try {
      return (await connection.query<Row>({ name, text, values: [...values] })).rows;
    } finally {
      await pool.releaseConnection(connection);
    }
  };
