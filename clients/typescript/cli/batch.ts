import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Batch, BatchInput } from '../core/client.js';
import { type GlobalOptions, type Io, printResult, UserError } from './io.js';
import type { Run } from './run.js';
import { currentClient } from './settings.js';

interface BatchOptions extends GlobalOptions {
  readonly wait?: true;
}

/** The rows in a file: CSV, or a JSON array of objects. The service validates them. */
const rowsIn = async (path: string): Promise<BatchInput> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UserError(`${path} cannot be read`);
  });
  if (!path.endsWith('.json')) return { csv: text };
  try {
    return { rows: JSON.parse(text) as NonNullable<BatchInput['rows']> };
  } catch {
    throw new UserError(`${path} is not JSON`);
  }
};

const summary = ({ _id, status, rows, counts: { completed, failed } }: Batch): string =>
  `batch ${_id} is ${status}: ${completed} of ${rows} rows completed, ${failed} failed`;

const batch =
  (io: Io) =>
  async (videoId: string, file: string, options: BatchOptions): Promise<number> => {
    const client = await currentClient(io, options);
    const requested = await client.batches.create(videoId, await rowsIn(resolve(io.cwd, file)));
    const shown =
      options.wait === true ? await client.batches.wait(requested._id, { signal: io.signal }) : requested;
    printResult(io, options, shown, summary(shown));
    return options.wait === true && shown.counts.completed < shown.rows ? 1 : 0;
  };

/** `framewright batch` */
export const addBatchCommand = (program: Command, io: Io, run: Run): void => {
  program
    .command('batch')
    .description('render a template for every row of a file')
    .argument('<video>', 'the id of the template')
    .argument(
      '<rows>',
      'the values: a .json file with an array of objects, or CSV with the names in its first line',
    )
    .option('--wait', 'wait until all renders are over; exits with 1 unless all are completed')
    .action(run(batch(io)));
};
