import type { Knex } from 'knex';
import type { CreatedWithin, Cursor, Page, PageRequest } from '../../../application/ports/paging.js';

/** Escapes the wildcards of `like`. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Restricts a list to records created within these bounds. */
export const whereCreatedWithin = (
  matching: Knex.QueryBuilder,
  { createdAfter, createdBefore }: CreatedWithin,
): void => {
  if (createdAfter !== undefined) void matching.andWhere('created_at', '>', createdAfter);
  if (createdBefore !== undefined) void matching.andWhere('created_at', '<', createdBefore);
};

/**
 * One page of a list, newest first. `matching` selects all rows of the list, with `created_at` and their id. A cursor
 * costs the same at any depth; a page number skips rows in the index.
 */
export const pageOf = async <Row extends { readonly created_at: Date }>(
  matching: Knex.QueryBuilder,
  idColumn: keyof Row & string,
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
    rows.length > limit && last
      ? { createdAt: last.created_at.toISOString(), id: String(last[idColumn]) }
      : undefined;
  return { items, total: Number(counted?.total ?? 0), ...(next ? { next } : {}) };
};
