import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { batchResultRecord } from '../../../../application/records/batch-record.js';
import { record } from '../../../../domain/codec/containers.js';
import { MAX_BATCH_ROWS } from '../../../../domain/render-batch/requests.js';
import { BatchResultsPage } from '../../contract/pages.js';
import { itemsPerPage, numberedPage, numberedPagination } from '../../contract/query-codecs.js';
import { type Operation, operation } from '../../server/operation.js';
import { visibleBatch } from '../../server/editor-rights.js';
import { archivedFiles } from './batch-archive.js';

export const batchResultOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/batches/{id}/results', {
    access: 'api-key-or-editor-only',
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
    access: 'api-key-or-editor-only',
    id: 'getBatchArchive',
    summary: 'Get all files of a batch as a ZIP',
    description:
      'The files of all completed renders: `row-0001.mp4` and so on, counted from 1; further files of a render are `row-0001-1.jpg` and so on. `results.csv` says of each row what its values were, which files it has, and why it failed. A batch that is `processing` gives a 409.',
    schema: { description: 'The archive.' },
    media: ['application/zip'],
    problems: [409],
    of: visibleBatch,
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
