import type { Knex } from 'knex';
import { allProjections } from '../../../projections/all.js';

/** A hash of all rows of every table of the projections, by table; columns written by others are left out. */
export const tableHashes = async (database: Knex): Promise<Readonly<Record<string, string>>> => {
  const hashes: Record<string, string> = {};
  for (const { tables, preservedColumns = [] } of allProjections)
    for (const table of tables) {
      const columns = Object.keys(await database(table).columnInfo()).filter(
        (column) => !preservedColumns.some((other) => other.table === table && other.column === column),
      );
      const { rows } = await database.raw<{ rows: ReadonlyArray<{ hash: string; count: bigint }> }>(
        `select count(*) as count, md5(coalesce(string_agg(line, ',' order by line), '')) as hash
         from (select (row(${columns.map(() => '??').join(', ')}))::text as line from ??) as lines`,
        [...columns, table],
      );
      hashes[table] = `${rows[0]?.count ?? 0} rows ${rows[0]?.hash ?? ''}`;
    }
  return hashes;
};
