import type { Knex } from 'knex';

/** Which of these types were skipped by a release that could not read them. */
export const skippedTypes = async (
  database: Knex,
  readable: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const rows = await database<{ type: string }>('projection_skipped_types')
    .whereIn('type', readable)
    .select('type');
  return rows.map(({ type }) => type);
};

/** Every type that was skipped. */
export const allSkippedTypes = (database: Knex): Promise<ReadonlyArray<string>> =>
  database('projection_skipped_types').orderBy('type').pluck('type');

/** Forgets that they were skipped, once every read model shows what they say. */
export const forgetSkippedTypes = async (database: Knex, types: ReadonlyArray<string>): Promise<void> => {
  await database('projection_skipped_types').whereIn('type', types).delete();
};
