import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { oneOf } from '../../domain/codec/scalars.js';
import { RenderBatchStatus } from '../../domain/render-batch/state.js';
import type { BatchResultRow, RenderBatchRow } from '../ports/render-batches.js';
import { anyObject, asRecord, countField, dateTime, ordinal, fractionField, text, uri } from './fields.js';
import { OutputRecord, outputRecords, outputUrl } from './output-record.js';
import { failureText } from './render-record.js';

export const BatchStatusRecord = about(
  '`processing` until all renders are over or it is cancelled. `completed` says nothing of how the renders ended: see `counts`.',
  RenderBatchStatus,
  { title: 'BatchStatus' },
);

/** A batch as clients see it. */
export const BatchRecord = about(
  'Renders of one template, one for each row.',
  record(
    {
      _id: text('Opaque identifier of the batch.'),
      status: BatchStatusRecord,
      progress: fractionField('The fraction of rows whose renders are over, from 0 to 1.'),
      videoId: text('The template.'),
      videoVersion: ordinal('The version of the template.'),
      rows: countField('How many rows it has.'),
      counts: about(
        'How many rows are in which state. Those that are `waiting` have no render yet.',
        record({
          waiting: countField('Rows whose renders are requested later.'),
          pending: countField('Renders that wait for a worker.'),
          processing: countField('Renders in progress.'),
          completed: countField('Completed renders.'),
          failed: countField('Failed renders.'),
          cancelled: countField('Cancelled renders, and rows without one in a cancelled batch.'),
        }),
        { title: 'BatchCounts' },
      ),
      frames: countField('How many frames the completed renders have.'),
      reusedFrames: countField(
        'How many of these were taken from earlier renders, such as those of other rows, instead of being encoded again.',
      ),
      resultsUrl: uri('URL of the results, row by row (`GET /v1/batches/{id}/results`).'),
      archiveUrl: uri(
        'URL of a ZIP with the files of all completed renders (`GET /v1/batches/{id}/archive`).',
      ),
      createdAt: dateTime('When it was requested.'),
      updatedAt: dateTime('When its status last changed.'),
    },
    { finishedAt: dateTime('When it was completed or cancelled.') },
  ),
  { title: 'Batch' },
);
export type BatchRecord = t.TypeOf<typeof BatchRecord>;

/** A batch as clients see it. `publicBaseUrl` has no trailing slash. */
export const batchRecord = (batch: RenderBatchRow, publicBaseUrl: string): BatchRecord => {
  const { batchId, requested, outcomes } = batch;
  const { pending, processing, completed, failed } = outcomes;
  const waiting = batch.status === 'cancelled' ? 0 : batch.rows - requested;
  const cancelled = batch.rows - waiting - pending - processing - completed - failed;
  const url = `${publicBaseUrl}/v1/batches/${batchId}`;
  return asRecord(BatchRecord, {
    ...batch,
    _id: batchId,
    progress: (completed + failed + cancelled) / batch.rows,
    counts: { waiting, pending, processing, completed, failed, cancelled },
    resultsUrl: `${url}/results`,
    archiveUrl: `${url}/archive`,
  });
};

export const BatchResultRecord = about(
  'What became of a row.',
  record(
    {
      row: countField('The row, counted from 0, as in errors: `rows[0]`.'),
      number: ordinal('Its number, counted from 1, as in the names of files and in a table.'),
      merge: anyObject('The values of the row.'),
      status: about(
        'The status of its render; `waiting` if it has none yet.',
        oneOf('waiting', 'pending', 'processing', 'completed', 'failed', 'cancelled'),
      ),
    },
    {
      renderId: text('Its render.'),
      outputUrl: uri('URL of the first output; absent until completed.'),
      outputs: about('All files that the render wrote; absent until completed.', array(OutputRecord)),
      error: text('Why the render failed.'),
    },
  ),
  { title: 'BatchResult' },
);

/** The result of a row as clients see it. `publicBaseUrl` has no trailing slash. */
export const batchResultRecord = (
  { row, merge, render, isFinished }: BatchResultRow,
  publicBaseUrl: string,
): t.TypeOf<typeof BatchResultRecord> =>
  asRecord(BatchResultRecord, {
    row,
    number: row + 1,
    merge,
    status: render?.status ?? (isFinished ? 'cancelled' : 'waiting'),
    renderId: render?.renderId,
    outputUrl: render?.output && outputUrl(publicBaseUrl, render.output.key),
    outputs: render?.output && outputRecords(publicBaseUrl, render.output),
    error: render?.failure && failureText(render.failure),
  });
