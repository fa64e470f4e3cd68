import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { BatchResultRow, RenderBatchRow } from '../../../../application/ports/render-batches.js';
import { batchResultRecord } from '../../../../application/records/batch-record.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import { MAX_BATCH_ROWS } from '../../../../domain/render-batch/requests.js';
import { BatchResultsPage } from '../../contract/pages.js';
import { numberedPagination, wholeNumberFromText } from '../../contract/query-codecs.js';
import { type Operation, operation, type Services } from '../../server/operation.js';
import { batchOfCaller } from '../../server/owned.js';

/** The date of every file: archives of the same files are the same. ZIP knows none before 1980. */
const DATE = new Date('2000-01-01T00:00:00Z');
/** How many rows are read in one query. */
const ROWS_AT_ONCE = 100;
/** Digits of the highest row number. */
const DIGITS = String(MAX_BATCH_ROWS).length;

interface ArchivedFile {
  readonly name: string;
  readonly key: string;
}

/** The files of a row: `row-0001.mp4`, then `row-0001-1.jpg` and so on. Rows are numbered from 1, as in a table. */
const filesOf = ({ row, render }: BatchResultRow): ReadonlyArray<ArchivedFile> => {
  if (!render?.output) return [];
  const { key, files = [] } = render.output;
  const stem = `row-${String(row + 1).padStart(DIGITS, '0')}`;
  return [key, ...files.map((file) => file.key)].map((name, index) => ({
    key: name,
    name: `${stem}${index === 0 ? '' : `-${index}`}.${name.split('.').at(-1) ?? ''}`,
  }));
};

/**
 * The files of all completed renders, read one after the other. Files that were deleted after their retention are left
 * out.
 */
async function* archivedFiles({ queries, objectStorage }: Services, { batchId, rows }: RenderBatchRow) {
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const read = await queries.renderBatches.results(batchId, from, ROWS_AT_ONCE)();
    // The status has been sent: the response can only be aborted.
    if (E.isLeft(read)) throw new Error('an archive could not be read to its end', { cause: read.left });
    for (const { name, key } of read.right.flatMap(filesOf)) {
      const found = await objectStorage.find(key)();
      if (E.isLeft(found)) throw new Error('an archive could not be read to its end', { cause: found.left });
      if (O.isNone(found.right)) continue;
      const { bytes, read: open } = found.right.value;
      yield { name, size: bytes, lastModified: DATE, input: open() as AsyncIterable<Buffer<ArrayBuffer>> };
    }
  }
}

export const batchResultOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/batches/{id}/results', {
    access: 'api-key',
    id: 'listBatchResults',
    tag: 'Batches',
    summary: 'List the results of a batch',
    description:
      'What became of each row, in the order of the rows. `GET /v1/renders/search?batchId=` lists the whole renders.',
    query: record({
      limit: withDefault(about('Items per page.', wholeNumberFromText(1, 100)), 20),
      page: withDefault(about('Page number, starting at 1.', wholeNumberFromText(1, MAX_BATCH_ROWS)), 1),
    }),
    returns: 'A page of results.',
    schema: BatchResultsPage,
    of: batchOfCaller,
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
    access: 'api-key',
    id: 'getBatchArchive',
    tag: 'Batches',
    summary: 'Get all files of a batch as a ZIP',
    description:
      'The files of all completed renders: `row-0001.mp4` and so on, counted from 1; further files of a render are `row-0001-1.jpg` and so on. A batch that is `processing` gives a 409.',
    returns: 'The archive.',
    schema: {},
    media: ['application/zip'],
    problems: [409],
    of: batchOfCaller,
    handle: (services, _, batch) =>
      batch.status === 'processing'
        ? TE.left({ _tag: 'RenderBatchIsUnfinished', batchId: batch.batchId })
        : TE.right({
            status: 200,
            content: {
              type: 'application/zip',
              data: Readable.fromWeb(makeZip(archivedFiles(services, batch))),
            },
            headers: { 'Content-Disposition': `attachment; filename="batch-${batch.batchId}.zip"` },
          }),
  }),
];
