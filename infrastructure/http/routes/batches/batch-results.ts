import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import { stringify } from 'csv-stringify/sync';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { BatchResultRow, RenderBatchRow } from '../../../../application/ports/render-batches.js';
import { batchResultRecord } from '../../../../application/records/batch-record.js';
import { record } from '../../../../domain/codec/containers.js';
import { MAX_BATCH_ROWS } from '../../../../domain/render-batch/requests.js';
import { BatchResultsPage } from '../../contract/pages.js';
import { itemsPerPage, numberedPage, numberedPagination } from '../../contract/query-codecs.js';
import { type Operation, operation } from '../../server/operation.js';
import { visibleBatch } from '../../server/editor-rights.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';

/** The modification time of every file, so that equal files give equal archives. ZIP has no times before 1980. */
const DATE = new Date('2000-01-01T00:00:00Z');
/** How many rows are read in one query. */
const ROWS_AT_ONCE = 100;
/** Digits of the highest row number. */
const DIGITS = String(MAX_BATCH_ROWS).length;

interface ArchivedFile {
  readonly name: string;
  readonly key: string;
}

/**
 * The files of a row: `row-0001.mp4`, then `row-0001-1.jpg` and so on. Rows are numbered from 1, as in a table. Segments
 * keep their key, by which a playlist names them.
 */
const filesOf = ({ row, render }: BatchResultRow): ReadonlyArray<ArchivedFile> => {
  if (!render?.output) return [];
  const { key, files = [] } = render.output;
  const stem = `row-${String(row + 1).padStart(DIGITS, '0')}`;
  return [key, ...files.map((file) => file.key)].map((name, index) => ({
    key: name,
    name: name.endsWith('.m4s')
      ? name
      : `${stem}${index === 0 ? '' : `-${index}`}.${name.split('.').at(-1) ?? ''}`,
  }));
};

/** The outcome of a row, and the names of its files in the archive. */
interface Result {
  readonly record: ReturnType<typeof batchResultRecord>;
  readonly files: ReadonlyArray<string>;
}

/** Values that are not texts are JSON, as in the CSV of a request. */
const cell = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const OWN_COLUMNS = ['row', 'status', 'files', 'outputUrl', 'error'];

/**
 * A CSV of all rows for spreadsheets. The byte order mark declares UTF-8, and an apostrophe precedes each text that would
 * run as a formula. A value with the name of another column gets the prefix `merge.`.
 */
const tableOf = (results: ReadonlyArray<Result>): string => {
  const valueNames = [...new Set(results.flatMap(({ record: { merge } }) => Object.keys(merge)))];
  const columns = valueNames.map((name) => (OWN_COLUMNS.includes(name) ? `merge.${name}` : name));
  const lines = results.map(({ record: { number, status, outputUrl, error, merge }, files }) => [
    number,
    status,
    files.join(' '),
    outputUrl,
    error,
    ...valueNames.map((name) => (Object.hasOwn(merge, name) ? cell(merge[name]) : '')),
  ]);
  return stringify([[...OWN_COLUMNS, ...columns], ...lines], { bom: true, escape_formulas: true });
};

/** The value of a read. A fault throws: the status has been sent, so the response can only be aborted. */
const valueOrThrow = <A>(read: E.Either<unknown, A>): A => {
  if (E.isLeft(read)) throw new Error('an archive could not be read to its end', { cause: read.left });
  return read.right;
};

/**
 * The files of all completed renders, read one after the other, and `results.csv`. Files that were deleted after their
 * retention are left out.
 */
async function* archivedFiles(
  { queries, objectStorage, publicBaseUrl }: ApiDependencies,
  { batchId, rows }: RenderBatchRow,
) {
  const results: Result[] = [];
  for (let from = 0; from < rows; from += ROWS_AT_ONCE)
    for (const row of valueOrThrow(await queries.renderBatches.results(batchId, from, ROWS_AT_ONCE)())) {
      const files: string[] = [];
      for (const { name, key } of filesOf(row)) {
        const found = valueOrThrow(await objectStorage.find(key)());
        if (O.isNone(found)) continue;
        files.push(name);
        const { bytes, read } = found.value;
        yield { name, size: bytes, lastModified: DATE, input: read() as AsyncIterable<Buffer<ArrayBuffer>> };
      }
      results.push({ record: batchResultRecord(row, publicBaseUrl), files });
    }
  yield { name: 'results.csv', lastModified: DATE, input: tableOf(results) };
}

export const batchResultOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/batches/{id}/results', {
    access: 'api-key-or-link',
    id: 'listBatchResults',
    summary: 'List the results of a batch',
    description:
      'What became of each row, in the order of the rows. `GET /v1/renders/search?batchId=` lists the whole renders.',
    query: record({ limit: itemsPerPage, page: numberedPage(MAX_BATCH_ROWS) }),
    schema: BatchResultsPage,
    of: visibleBatch,
    handle: ({ queries, publicBaseUrl }, { query }, batch) =>
      pipe(
        queries.renderBatches.results(batch.batchId, (query.page - 1) * query.limit, query.limit),
        TE.map((rows) => ({
          status: 200,
          json: JSON.stringify({
            data: rows.map((row) => batchResultRecord(row, publicBaseUrl)),
            pagination: numberedPagination(query, batch.rows),
          }),
        })),
      ),
  }),

  operation('GET /v1/batches/{id}/archive', {
    uses: 'downloads',
    access: 'api-key-or-link',
    id: 'getBatchArchive',
    summary: 'Get all files of a batch as a ZIP',
    description:
      'The files of all completed renders: `row-0001.mp4` and so on, counted from 1; further files of a render are `row-0001-1.jpg` and so on, and segments of a playlist keep their names. `results.csv` says of each row what its values were, which files it has, and why it failed. A batch that is `processing` gives a 409.',
    schema: { description: 'The archive.' },
    media: ['application/zip'],
    problems: [409],
    of: visibleBatch,
    handle: (dependencies, _, batch) =>
      batch.status === 'processing'
        ? TE.left({ _tag: 'RenderBatchIsUnfinished', batchId: batch.batchId })
        : TE.right({
            status: 200,
            content: {
              type: 'application/zip',
              data: Readable.fromWeb(makeZip(archivedFiles(dependencies, batch))),
            },
            headers: { 'Content-Disposition': `attachment; filename="batch-${batch.batchId}.zip"` },
          }),
  }),
];
