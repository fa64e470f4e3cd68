import type { Knex } from 'knex';

/** SQL in knex's notation and its values: `??` stands for a name, `?` for a value. */
export interface Statement {
  readonly sql: string;
  readonly bindings: ReadonlyArray<Knex.Value>;
}

/** What a statement answered. */
export interface Answered {
  readonly rows: ReadonlyArray<unknown>;
}

/**
 * Sends statements in one go; they are executed in their order, and each one's answer is given at its place. Should one
 * fail, so do all after it, and the transaction with them.
 */
export const sendTogether = (
  transaction: Knex.Transaction,
  statements: ReadonlyArray<Statement>,
): Promise<ReadonlyArray<Answered>> =>
  // `then` is what makes knex send: called here and now, one after the other, it keeps the order.
  Promise.all(
    statements.map(({ sql, bindings }) =>
      transaction.raw<Answered>(sql, [...bindings]).then((answered) => answered),
    ),
  );
