import type { Either } from 'fp-ts/lib/Either.js';
import type { Fault } from './fault.js';

/** A position in a list: a page number from 1, or the cursor of the previous page. */
export interface PageRequest {
  readonly limit: number;
  readonly page: number;
  readonly cursor?: Cursor;
}

/** The last item of a page; the next page starts after it. */
export interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}

export interface Page<Item> {
  readonly items: ReadonlyArray<Item>;
  readonly total: number;
  /** Absent on the last page. */
  readonly next?: Cursor;
}

/** Consecutive records of a list, so few or so small that many lists can be read concurrently. */
export interface RecordBatch<Row> {
  readonly rows: ReadonlyArray<Row>;
  readonly isLast: boolean;
}

/** The batches of a list, read on demand; the sequence ends after a fault. */
export type RecordBatches<Row> = AsyncIterable<Either<Fault, RecordBatch<Row>>>;

/** A page of records that may be large. */
export interface BatchedPage<Row> extends Omit<Page<Row>, 'items'> {
  readonly batches: RecordBatches<Row>;
}

/** Bounds for the creation time of list items, both exclusive. */
export interface CreatedWithin {
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}
