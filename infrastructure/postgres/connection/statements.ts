import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Client } from 'pg';

/** SQL with `$1`, `$2`, … for its values. */
export interface Statement {
  readonly text: string;
  readonly values: ReadonlyArray<unknown>;
}

/** The rows that a statement answered. */
export type Rows = ReadonlyArray<unknown>;

/** What a pool of connections gives and takes back, a transaction always the same one; Knex types its client as anything. */
interface Pool {
  readonly acquireConnection: () => Promise<Client>;
  readonly releaseConnection: (connection: Client) => Promise<void>;
}

const names = new Map<string, string>();

/** A statement's name on its connection: the same for the same text. */
const nameOf = (text: string): string => {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64');
  names.set(text, name);
  return name;
};

/**
 * Sends statements in one go, past Knex's query builder: they are executed in their order on one connection, which plans
 * each text once and keeps it, so texts must be few and values apart from them. Should one fail in a transaction, so do all after it.
 * @returns the rows of each, in the order of the statements
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

/** Asks one of the questions that every request asks, where building and planning would cost more than the answer. */
export const prepared =
  (database: Knex) =>
  async <Row extends object>(text: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> => {
    const [rows = []] = await sendTogether(database, [{ text, values }]);
    return rows as ReadonlyArray<Row>;
  };
