import type { Knex } from 'knex';

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
