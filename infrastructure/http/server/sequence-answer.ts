import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { Batch } from '../../../application/ports/queries.js';
import { listAnswer } from './list-answer.js';
import type { Answer } from './operation.js';

/** Some records of a sequence. */
export interface SequencePage<Row> {
  readonly rows: ReadonlyArray<Row>;
  /** Whether there are records after them. */
  readonly hasMore: boolean;
}

/** Where a list of numbered records ended. */
interface End {
  /** Where to go on. */
  readonly place: number;
  readonly hasNextPage: boolean;
}

interface Sequence<Row> {
  /** The place of the first record. */
  readonly from: number;
  readonly limit: number;
  /** Up to `count` records from the place on, as few as it takes for them to be small together. */
  readonly read: (place: number, count: number) => TE.TaskEither<Fault, SequencePage<Row>>;
  /** The place behind a record. */
  readonly behind: (row: Row) => number;
  /** A record as JSON. */
  readonly toJson: (row: Row) => string;
  readonly pagination: (end: End) => object;
}

/** A list of numbered records, read a few at a time because each may be large. */
export const sequenceAnswer = <Row>(sequence: Sequence<Row>): TE.TaskEither<Fault, Answer> => {
  const { from, limit, read, behind, toJson, pagination } = sequence;
  let end: End = { place: from, hasNextPage: false };

  async function* batches(): AsyncGenerator<E.Either<Fault, Batch<Row>>> {
    for (let left = limit, isLast = false; !isLast;) {
      const found = await read(end.place, left)();
      if (E.isLeft(found)) return yield found;
      const { rows, hasMore } = found.right;
      const last = rows.at(-1);
      end = { place: last === undefined ? end.place : behind(last), hasNextPage: hasMore };
      left -= rows.length;
      isLast = left === 0 || !hasMore;
      yield E.right({ rows, isLast });
    }
  }
  return listAnswer({ batches: batches(), toJson, pagination: () => pagination(end) });
};
