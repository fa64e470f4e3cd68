import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { RecordBatch } from '../../../application/ports/paging.js';
import { listResponse } from './list-response.js';
import type { OperationResponse } from './operation.js';

export interface SequencePage<Row> {
  readonly rows: ReadonlyArray<Row>;
  /** Whether more records follow. */
  readonly hasMore: boolean;
}

/** Where a page of numbered records ended. */
interface End {
  readonly position: number;
  readonly hasNextPage: boolean;
}

interface Sequence<Row> {
  /** The position of the first record. */
  readonly from: number;
  readonly limit: number;
  /** Reads up to `count` records from a position; fewer if together they would be large. */
  readonly read: (position: number, count: number) => TE.TaskEither<Fault, SequencePage<Row>>;
  readonly positionAfter: (row: Row) => number;
  readonly toJson: (row: Row) => string;
  readonly pagination: (end: End) => object;
}

/** A page of numbered records, read in small batches because each record may be large. */
export const sequenceResponse = <Row>(sequence: Sequence<Row>): TE.TaskEither<Fault, OperationResponse> => {
  const { from, limit, read, positionAfter, toJson, pagination } = sequence;
  let end: End = { position: from, hasNextPage: false };

  async function* batches(): AsyncGenerator<E.Either<Fault, RecordBatch<Row>>> {
    for (let left = limit, isLast = false; !isLast;) {
      const found = await read(end.position, left)();
      if (E.isLeft(found)) return yield found;
      const { rows, hasMore } = found.right;
      const last = rows.at(-1);
      end = { position: last === undefined ? end.position : positionAfter(last), hasNextPage: hasMore };
      left -= rows.length;
      isLast = left === 0 || !hasMore;
      yield E.right({ rows, isLast });
    }
  }
  return listResponse({ batches: batches(), toJson, pagination: () => pagination(end) });
};
