import type { Knex } from 'knex';

/** The time by the clock of PostgreSQL. */
export const serverTime = async (database: Knex): Promise<Date> => {
  const { rows } = await database.raw<{ rows: ReadonlyArray<{ readonly now: Date }> }>(
    'select clock_timestamp() as now',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL did not return its time');
  return row.now;
};
