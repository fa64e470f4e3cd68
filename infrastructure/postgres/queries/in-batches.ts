import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { RecordBatch } from '../../../application/ports/paging.js';
import { LIMITS } from '../../../domain/composition/limits.js';

/** Maximum size of a batch as JSON, in bytes, unless a single record is larger. */
const BATCH_BYTES = 8 * 1024 * 1024;
/** Maximum compression ratio of LZ4. */
const MAX_COMPRESSION_RATIO = 255;

/**
 * SQL for the ids of the first batch of the given records, in their order. The uncompressed size of a column is not
 * known in advance, so the worst case is assumed.
 * @param ids the placeholder of the given ids
 * @param json the columns that may be large; each holds at most one video
 */
export const firstBatch = (
  { table, id, json }: { readonly table: string; readonly id: string; readonly json: ReadonlyArray<string> },
  ids: string,
): string => {
  const sizes = json.map((name) => {
    const column = `${table}.${name}`;
    return `case when pg_column_compression(${column}) is null then coalesce(pg_column_size(${column}), 0)
      else least(${LIMITS.eventBytes}, ${MAX_COMPRESSION_RATIO} * pg_column_size(${column})) end`;
  });
  return `select id from (
    select wanted.id, wanted.place, sum(${sizes.join(' + ')}) over (order by wanted.place) as bytes
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) join ${table} on ${table}.${id} = wanted.id
  ) as sized where bytes <= ${BATCH_BYTES} or place = 1`;
};

/**
 * Reads records in the order of `ids`, batch by batch on demand. No connection is held between batches, so that a slow
 * client blocks no others.
 * @param fetch reads some of the first of these ids, in their order
 */
export async function* inBatches<Id, Row>(
  ids: ReadonlyArray<Id>,
  idOf: (row: Row) => Id,
  fetch: (ids: ReadonlyArray<Id>) => TaskEither<Fault, ReadonlyArray<Row>>,
): AsyncGenerator<E.Either<Fault, RecordBatch<Row>>> {
  for (let left = ids; left.length > 0;) {
    const fetched = await fetch(left)();
    if (E.isLeft(fetched)) return yield fetched;
    const rows = fetched.right;
    const last = rows.at(-1);
    left = last === undefined ? [] : left.slice(left.indexOf(idOf(last)) + 1);
    yield E.right({ rows, isLast: left.length === 0 });
  }
}
