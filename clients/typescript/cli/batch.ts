import { mkdir } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Batch, BatchInput, Client } from '../core/client.js';
import { download } from './download.js';
import { type GlobalOptions, type Io, printResult, type Run, UserError } from './io.js';
import { readText } from './project-files.js';
import { currentClient } from './settings.js';

interface BatchOptions extends GlobalOptions {
  readonly wait?: true;
  readonly output?: string;
}

/** The rows in a file: CSV, or a JSON array of objects. The service validates them. */
const rowsIn = async (path: string): Promise<BatchInput> => {
  const text = await readText(path);
  if (!path.endsWith('.json')) return { csv: text };
  try {
    return { rows: JSON.parse(text) as NonNullable<BatchInput['rows']> };
  } catch {
    throw new UserError(`${path} is not JSON`);
  }
};

const summary = ({ _id, status, rows, counts: { completed, failed } }: Batch): string =>
  `batch ${_id} is ${status}: ${completed} of ${rows} rows completed, ${failed} failed`;

/** Downloads the first output of each completed row, as `row-0001.mp4`: the names that the archive has. */
const downloadAll = async (client: Client, io: Io, id: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for await (const { number, outputUrl, outputs } of client.batches.results(id, { signal: io.signal }))
    if (outputUrl !== undefined)
      await download(
        io,
        { outputUrl, outputs },
        join(folder, `row-${String(number).padStart(4, '0')}${extname(new URL(outputUrl).pathname)}`),
      );
};

const batch = async (io: Io, videoId: string, file: string, options: BatchOptions): Promise<number> => {
  const client = await currentClient(io, options);
  const requested = await client.batches.create(videoId, await rowsIn(resolve(io.cwd, file)));
  const waits = options.wait === true || options.output !== undefined;
  const shown = waits ? await client.batches.wait(requested._id, { signal: io.signal }) : requested;
  if (options.output !== undefined) await downloadAll(client, io, shown._id, resolve(io.cwd, options.output));
  printResult(io, options, shown, summary(shown));
  return waits && shown.counts.completed < shown.rows ? 1 : 0;
};

/** `framewright batch` */
export const addBatchCommand = (program: Command, run: Run): void => {
  program
    .command('batch')
    .description('render a template for every row of a file')
    .argument('<video>', 'the id of the template')
    .argument(
      '<rows>',
      'the values: a .json file with an array of objects, or CSV with the names in its first line',
    )
    .option('--wait', 'wait until all renders are over; exits with 1 unless all are completed')
    .option(
      '-o, --output <folder>',
      'wait, and download the output of each row as row-0001.mp4 and so on, counted from 1',
    )
    .action(run(batch));
};
