import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Client } from 'pg';
import { tolerateSilence } from '../../platform/postgres-silence.js';

/** SQL with `$1`, `$2`, … for its values. */
export interface Statement {
  readonly text: string;
  readonly values: ReadonlyArray<unknown>;
  /** Converts the errors of this statement; default: they are thrown as they are. */
  readonly failure?: (error: unknown) => unknown;
}

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

/** Sends a statement without waiting for those sent before. */
const send = async (connection: Client, { text, values, failure }: Statement): Promise<Rows> => {
  try {
    const { rows } = await connection.query<object>({ name: nameOf(text), text, values: [...values] });
    return rows;
  } catch (error) {
    throw failure ? failure(error) : error;
  }
};

/** Sends statements on one connection, in one write to its socket. */
const sendAll = (connection: Client, statements: ReadonlyArray<Statement>): ReadonlyArray<Promise<Rows>> => {
  const { stream } = connection.connection;
  stream.cork();
  try {
    return statements.map((statement) => send(connection, statement));
  } finally {
    stream.uncork();
  }
};

/** Runs work on a connection, which is free again once the work has settled. */
const withConnection = async <A>(database: Knex, work: (connection: Client) => Promise<A>): Promise<A> => {
  const pool = database.client as Pool;
  const connection = await pool.acquireConnection();
  try {
    return await work(connection);
  } finally {
    await pool.releaseConnection(connection);
  }
};

/**
 * Sends statements together, bypassing Knex's query builder. They are executed in order on one connection, which
 * prepares each text once and keeps it, so there must be few texts, with values as parameters. If one fails in a
 * transaction, all that follow fail too.
 * @returns the rows of each statement, in order
 */
export const sendTogether = (
  database: Knex,
  statements: ReadonlyArray<Statement>,
): Promise<ReadonlyArray<Rows>> =>
  withConnection(database, (connection) => Promise.all(sendAll(connection, statements)));

/** Does work in a transaction that may take long, such as waiting for locks of other processes. */
export const toleratingSilence = <A>(transaction: Knex.Transaction, work: () => Promise<A>): Promise<A> =>
  withConnection(transaction, async (connection) => {
    tolerateSilence(connection, true);
    try {
      return await work();
    } finally {
      tolerateSilence(connection, false);
    }
  });

const BEGIN: Statement = { text: 'begin', values: [] };
const COMMIT: Statement = { text: 'commit', values: [] };

/**
 * Sends statements together, as a transaction of their own: one write and one wait for the disk. If one fails, nothing
 * is stored: PostgreSQL turns the commit of a failed transaction into a rollback.
 */
export const sendAsTransaction = async (
  database: Knex,
  statements: ReadonlyArray<Statement>,
): Promise<void> => {
  await sendTogether(database, [BEGIN, ...statements, COMMIT]);
};

/** The maximum number of queries that share a connection, so that a large result delays few others. */
const MAX_GROUP_SIZE = 16;

interface PendingQuery {
  readonly statement: Statement;
  readonly settle: (rows: Promise<Rows>) => void;
}

/**
 * Runs queries that every request needs, for which building and planning would cost more than the result. Queries made
 * in the same turn of the event loop are written to a connection at once: under load, the writes would cost as much as
 * everything else. Each succeeds or fails on its own.
 */
export const preparedQueries = (database: Knex) => {
  let waiting: PendingQuery[] = [];

  const run = (group: ReadonlyArray<PendingQuery>): Promise<unknown> =>
    withConnection(database, (connection) => {
      const sent = sendAll(
        connection,
        group.map(({ statement }) => statement),
      );
      group.forEach(({ settle }, n) => settle(sent[n] as Promise<Rows>));
      return Promise.allSettled(sent);
    });

  const runAll = (): void => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MAX_GROUP_SIZE) {
      const group = all.slice(from, from + MAX_GROUP_SIZE);
      run(group).catch((error: unknown) => group.forEach(({ settle }) => settle(Promise.reject(error))));
    }
  };

  return async <Row extends object>(
    text: string,
    values: ReadonlyArray<unknown>,
  ): Promise<ReadonlyArray<Row>> => {
    const rows = await new Promise<Rows>((settle) => {
      waiting.push({ statement: { text, values }, settle });
      if (waiting.length === 1) setImmediate(runAll);
    });
    return rows as ReadonlyArray<Row>;
  };
};
