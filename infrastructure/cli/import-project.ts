/**
 * `npm run -s import -- FILE [--from SYSTEM]`: converts a project of another system without the service. The video goes to
 * the standard output, what could not be carried over exactly to the standard error.
 */
import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import JSON5 from 'json5';
import {
  IMPORT_FORMATS,
  type ImportFormat,
  importProject,
} from '../../application/imports/import-project.js';
import { isRecord } from '../../domain/codec/json.js';

const run = async (file: string, { from }: { readonly from?: ImportFormat }): Promise<void> => {
  const project: unknown = JSON5.parse(await readFile(file, 'utf8'));
  const result = isRecord(project)
    ? await importProject(project, from)
    : E.left(['the project must be an object']);
  if (E.isLeft(result)) throw new Error(result.left.join('\n'));
  for (const { path, message } of result.right.deviations) console.error(`${path} ${message}`);
  console.log(JSON.stringify(result.right.video, undefined, 2));
};

const command = new Command('import')
  .description('convert a project of another system')
  .argument('<file>', 'the project, as JSON or JSON5')
  .addOption(
    new Option('--from <system>', 'the system it is from; found out by default').choices(IMPORT_FORMATS),
  )
  .action(run);

try {
  await command.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
