import { Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { RecordBatch, BatchedPage, RecordBatches, Page } from '../../../application/ports/paging.js';
import { pageRequest, pagination, type PagingQuery } from '../contract/query-codecs.js';
import type { OperationResponse } from './operation.js';

/** A list that is read from a read model in batches. */
export interface BatchedList<Row> {
  readonly batches: RecordBatches<Row>;
  readonly toJson: (row: Row) => string;
  /** The `pagination` object; called after the last record. */
  readonly pagination: () => object;
}

/** Yields the JSON record by record. It must not retain batches that are written, hence the reassigned parameter. */
async function* textOf<Row>(
  batch: RecordBatch<Row>,
  rest: AsyncIterator<E.Either<Fault, RecordBatch<Row>>>,
  { toJson, pagination }: Omit<BatchedList<Row>, 'batches'>,
): AsyncGenerator<string> {
  let opening = '{"data":[';
  for (;;) {
    for (const row of batch.rows) {
      yield `${opening}${toJson(row)}`;
      opening = ',';
    }
    const next = batch.isLast ? undefined : await rest.next();
    if (next === undefined || next.done === true) break;
    // The status has been sent: the response can only be aborted.
    if (E.isLeft(next.value))
      throw new Error('a list could not be read to its end', { cause: next.value.left });
    batch = next.value.right;
  }
  yield `${opening === ',' ? '' : opening}],"pagination":${JSON.stringify(pagination())}}`;
}

const NOTHING: RecordBatch<never> = { rows: [], isLast: true };

/**
 * `{ data: [ … ], pagination: { … } }`. A list of one batch is sent as a whole. A longer one is streamed as the client
 * reads, so that a hundred records of a megabyte each are never in memory at once.
 */
export const listResponse =
  <Row>({ batches, ...list }: BatchedList<Row>): TE.TaskEither<Fault, OperationResponse> =>
  async () => {
    const iterator = batches[Symbol.asyncIterator]();
    const next = await iterator.next();
    const first = next.done === true ? E.right(NOTHING) : next.value;
    if (E.isLeft(first)) return first;
    const text = textOf(first.right, iterator, list);
    if (!first.right.isLast) return E.right({ status: 200, stream: Readable.from(text) });
    const parts: string[] = [];
    for await (const part of text) parts.push(part);
    return E.right({ status: 200, json: parts.join('') });
  };

/** A page of a list of records that may be large. */
export const batchedPageResponse =
  <Row>(query: PagingQuery, toJson: (row: Row) => string) =>
  (page: BatchedPage<Row>): TE.TaskEither<Fault, OperationResponse> =>
    listResponse({ batches: page.batches, toJson, pagination: () => pagination(pageRequest(query), page) });

/** A page of a list of small records. */
export const pageResponse =
  <Row>(query: PagingQuery, toRecord: (row: Row) => object) =>
  (page: Page<Row>): OperationResponse => ({
    status: 200,
    json: JSON.stringify({
      data: page.items.map((row) => toRecord(row)),
      pagination: pagination(pageRequest(query), page),
    }),
  });
