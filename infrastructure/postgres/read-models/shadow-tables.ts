import type { Knex } from 'knex';
import type { Projection } from '../../../projections/change.js';

/** The schema in which new tables are filled before they replace the current ones. */
const SCHEMA = 'projection_rebuild';

/** The new table for the table with this name. */
export const shadowTableOf = (table: string): string => `${SCHEMA}.${table}`;

interface Index {
  readonly name: string;
  readonly definition: string;
  /** `p` or `u` for the index of a primary key or unique constraint. */
  readonly constraint: 'p' | 'u' | null;
}

const indexesOf = async (connection: Knex, table: string): Promise<ReadonlyArray<Index>> => {
  const { rows } = await connection.raw<{ rows: ReadonlyArray<Index> }>(
    `select relname as name, pg_get_indexdef(indexrelid) as definition, contype as constraint
     from pg_index join pg_class on pg_class.oid = indexrelid
       left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
     where indrelid = to_regclass(?)`,
    [table],
  );
  return rows;
};

/** Indexes keep their names, because an index belongs to the schema of its table. */
const copyIndex = async (connection: Knex, table: string, index: Index): Promise<void> => {
  await connection.raw(index.definition.replace(/ ON \S+ USING /, ` ON ${shadowTableOf(table)} USING `));
  if (index.constraint)
    await connection.raw(
      `alter table ?? add constraint ?? ${index.constraint === 'p' ? 'primary key' : 'unique'} using index ??`,
      [shadowTableOf(table), index.name, index.name],
    );
};

/** Creates an empty copy of every table of these projections, with indexes and constraints. */
export const createShadowTables = (database: Knex, projections: ReadonlyArray<Projection>): Promise<void> =>
  database.transaction(async (transaction) => {
    await dropShadowTables(transaction);
    await transaction.raw('create schema ??', [SCHEMA]);
    for (const table of projections.flatMap(({ tables }) => tables)) {
      await transaction.raw(
        `create table ?? (like ?? including defaults including constraints including generated including storage
           including compression)`,
        [shadowTableOf(table), table],
      );
      for (const index of await indexesOf(transaction, table)) await copyIndex(transaction, table, index);
    }
  });

/** Copies the columns of the projection's tables that others write. */
export const copyForeignColumns = async (
  connection: Knex,
  { preservedColumns }: Projection,
): Promise<void> => {
  for (const { table, key, column } of preservedColumns)
    await connection.raw(
      `update ?? as fresh set ?? = old.?? from ?? as old
       where fresh.?? = old.?? and old.?? is distinct from fresh.??`,
      [shadowTableOf(table), column, column, table, key, key, column, column],
    );
};

/** Drops the current tables and puts the new ones in their place. */
export const replaceByShadow = async (
  transaction: Knex.Transaction,
  { tables }: Projection,
): Promise<void> => {
  const { rows } = await transaction.raw<{ rows: ReadonlyArray<{ schema: string }> }>(
    'select current_schema() as schema',
  );
  for (const table of tables) {
    await transaction.raw('drop table ??', [table]);
    await transaction.raw('alter table ?? set schema ??', [
      shadowTableOf(table),
      rows[0]?.schema ?? 'public',
    ]);
  }
};

/** Removes everything that a rebuild created. */
export const dropShadowTables = async (connection: Knex): Promise<void> => {
  await connection.raw('drop schema if exists ?? cascade', [SCHEMA]);
};
