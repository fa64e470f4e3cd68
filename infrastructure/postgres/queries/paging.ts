import type { Knex } from 'knex';
import type { CreatedWithin, Cursor, Page, PageRequest } from '../../../application/ports/paging.js';

interface Listed {
  readonly id: string;
  readonly created_at: Date;
}

/** Restricts a list to records created within these bounds. */
export const whereCreatedWithin = (
  matching: Knex.QueryBuilder,
  { createdAfter, createdBefore }: CreatedWithin,
): void => {
  if (createdAfter !== undefined) void matching.andWhere('created_at', '>', createdAfter);
  if (createdBefore !== undefined) void matching.andWhere('created_at', '<', createdBefore);
};

/**
 * One page of a list, newest first. `matching` selects all rows of the list from a table with `created_at` and the
 * column `id`. A cursor costs the same at any depth; a page number skips rows in the index.
 */
export const pageOf = async <Row extends Listed>(
  matching: Knex.QueryBuilder,
  idColumn: string,
  { limit, page, cursor }: PageRequest,
): Promise<Page<Row>> => {
  const wanted = matching
    .clone()
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: idColumn, order: 'desc' },
    ])
    .limit(limit + 1);
  if (cursor)
    void wanted.andWhereRaw('(created_at, ??) < (?::timestamptz, ?::uuid)', [
      idColumn,
      cursor.createdAt,
      cursor.id,
    ]);
  else void wanted.offset((page - 1) * limit);
  const [rows, [counted]] = await Promise.all([
    wanted as Promise<ReadonlyArray<Row>>,
    matching.clone().clearSelect().count({ total: '*' }) as Promise<ReadonlyArray<{ total: bigint }>>,
  ]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next: Cursor | undefined =
    rows.length > limit && last ? { createdAt: last.created_at.toISOString(), id: last.id } : undefined;
  return { items, total: Number(counted?.total ?? 0), ...(next ? { next } : {}) };
};
