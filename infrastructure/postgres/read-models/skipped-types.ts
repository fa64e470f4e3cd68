import type { Knex } from 'knex';

/** The types among these that an earlier release skipped because it could not read them. */
export const skippedTypes = async (
  database: Knex,
  readable: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const rows = await database<{ type: string }>('projection_skipped_types')
    .whereIn('type', readable)
    .select('type');
  return rows.map(({ type }) => type);
};

/** All skipped types. */
export const allSkippedTypes = (database: Knex): Promise<ReadonlyArray<string>> =>
  database('projection_skipped_types').orderBy('type').pluck('type');

/** Removes the record of these skipped types, once every read model has applied their events. */
export const forgetSkippedTypes = async (database: Knex, types: ReadonlyArray<string>): Promise<void> => {
  await database('projection_skipped_types').whereIn('type', types).delete();
};
