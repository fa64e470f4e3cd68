import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { Batch } from '../../../application/ports/queries.js';
import { LIMITS } from '../../../domain/composition/limits.js';

/** The most JSON that one batch may hold, in bytes, unless a single record is larger. */
const BATCH_BYTES = 8 * 1024 * 1024;
/** The most bytes that PostgreSQL may have packed into one (LZ4). */
const DENSEST_PACKING = 255;

/**
 * SQL for the ids of the first batch of records among given ones, in their order. How large a packed column is unpacked is
 * not known before it is, so the worst is assumed.
 * @param ids the placeholder of the given ids
 * @param json the columns that may be large; each holds a video at most
 */
export const firstBatch = (
  { table, id, json }: { readonly table: string; readonly id: string; readonly json: ReadonlyArray<string> },
  ids: string,
): string => {
  const sizes = json.map((name) => {
    const column = `${table}.${name}`;
    return `case when pg_column_compression(${column}) is null then coalesce(pg_column_size(${column}), 0)
      else least(${LIMITS.eventBytes}, ${DENSEST_PACKING} * pg_column_size(${column})) end`;
  });
  return `select id from (
    select wanted.id, wanted.place, sum(${sizes.join(' + ')}) over (order by wanted.place) as bytes
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) join ${table} on ${table}.${id} = wanted.id
  ) as sized where bytes <= ${BATCH_BYTES} or place = 1`;
};

/**
 * Records in the order of `ids`, batch by batch as they are asked for. No connection is held in between, so a client that
 * reads slowly holds up nobody.
 * @param fetch reads some of the first of these ids, in their order
 */
export async function* inBatches<Id, Row>(
  ids: ReadonlyArray<Id>,
  idOf: (row: Row) => Id,
  fetch: (ids: ReadonlyArray<Id>) => TaskEither<Fault, ReadonlyArray<Row>>,
): AsyncGenerator<E.Either<Fault, Batch<Row>>> {
  for (let left = ids; left.length > 0;) {
    const fetched = await fetch(left)();
    if (E.isLeft(fetched)) return yield fetched;
    const rows = fetched.right;
    const last = rows.at(-1);
    left = last === undefined ? [] : left.slice(left.indexOf(idOf(last)) + 1);
    yield E.right({ rows, isLast: left.length === 0 });
  }
}
