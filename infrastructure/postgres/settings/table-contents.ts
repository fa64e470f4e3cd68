import type { Knex } from 'knex';
import { appliedMigrations } from '../migrations/migrate.js';

/** A row of a table, as PostgreSQL writes it as JSON: exact for every type of column that the service uses. */
export interface TableRow {
  readonly table: string;
  readonly row: string;
}

/** What a database contains at one moment. */
export interface TableContents {
  /** The names of the migrations that made its tables. */
  readonly migrations: ReadonlyArray<string>;
  /** The rows of all tables, those that others refer to first. */
  readonly rows: AsyncIterable<TableRow>;
}

const FETCHED_ROWS = 200;

/** The tables of the service that survive a crash, and for each the tables that its rows refer to. */
const TABLES = `
  select tables.relname as name, array(
      select referenced.relname::text from pg_constraint join pg_class as referenced on referenced.oid = confrelid
      where conrelid = tables.oid and contype = 'f'
    ) as needs
  from pg_class as tables
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
    and not starts_with(relname::text, 'schema_migrations')
  order by relname`;

interface Table {
  readonly name: string;
  readonly needs: ReadonlyArray<string>;
}

/** Tables in dependency order. */
const inOrder = (tables: ReadonlyArray<Table>): ReadonlyArray<string> => {
  const done: string[] = [];
  let left = tables;
  while (left.length > 0) {
    const ready = left.filter(({ needs }) => needs.every((name) => done.includes(name)));
    if (ready.length === 0) throw new Error('the tables reference each other in a cycle');
    done.push(...ready.map(({ name }) => name));
    left = left.filter(({ name }) => !done.includes(name));
  }
  return done;
};

const tablesOf = async (database: Knex): Promise<ReadonlyArray<string>> =>
  inOrder((await database.raw<{ rows: ReadonlyArray<Table> }>(TABLES)).rows);

async function* rowsOf(transaction: Knex.Transaction): AsyncGenerator<TableRow> {
  for (const table of await tablesOf(transaction)) {
    await transaction.raw(
      'declare contents no scroll cursor for select row_to_json(t)::text as row from ?? as t',
      [table],
    );
    for (;;) {
      const fetched = await transaction.raw<{ rows: ReadonlyArray<{ row: string }> }>(
        `fetch ${FETCHED_ROWS} from contents`,
      );
      for (const { row } of fetched.rows) yield { table, row };
      if (fetched.rows.length < FETCHED_ROWS) break;
    }
    await transaction.raw('close contents');
  }
}

/** Reads all tables as they are at one moment, while others change them. */
export const readTables = <A>(database: Knex, use: (contents: TableContents) => Promise<A>): Promise<A> =>
  database.transaction(
    async (transaction) =>
      use({ migrations: await appliedMigrations(transaction), rows: rowsOf(transaction) }),
    { isolationLevel: 'repeatable read', readOnly: true },
  );

/** Whether the service has been used with this database. */
export const isUsed = async (database: Knex): Promise<boolean> =>
  (await database('projection_checkpoints').first('name')) !== undefined ||
  (await database('api_keys').first('key_id')) !== undefined;

/** The columns of a table, without those that PostgreSQL derives from them. */
const storedColumns = (database: Knex, table: string): Promise<ReadonlyArray<string>> =>
  database('information_schema.columns')
    .where({ table_name: table, is_generated: 'NEVER' })
    .whereRaw('table_schema = current_schema()')
    .pluck('column_name');

/**
 * Replaces the rows of all tables, in one transaction.
 * @param rows the rows of a table must be together, after the rows that they refer to
 */
export const writeTables = (database: Knex, rows: AsyncIterable<TableRow>): Promise<void> =>
  database.transaction(async (transaction) => {
    const tables = await tablesOf(transaction);
    await transaction.raw(`truncate ${tables.map(() => '??').join(', ')}`, [...tables]);
    let batch: TableRow[] = [];
    const write = async (): Promise<void> => {
      const [first] = batch;
      if (!first) return;
      const json = `[${batch.map(({ row }) => row).join(',')}]`;
      const columns = await storedColumns(transaction, first.table);
      const names = columns.map(() => '??').join(', ');
      await transaction.raw(
        `insert into ?? (${names}) select ${names} from json_populate_recordset(null::??, ?::json)`,
        [first.table, ...columns, ...columns, first.table, json],
      );
      batch = [];
    };
    for await (const row of rows) {
      if (!tables.includes(row.table)) throw new Error(`there is no table ${JSON.stringify(row.table)}`);
      if (batch.length >= FETCHED_ROWS || (batch[0] && batch[0].table !== row.table)) await write();
      batch.push(row);
    }
    await write();
  });
