import { type Command, Option } from 'commander';
import { bodyOf } from '../core/connection.js';
import type { operations } from '../core/client.js';
import { type GlobalOptions, type Io, printResult, type Run } from './io.js';
import { readProject, writeProject } from './project-files.js';
import { currentClient } from './settings.js';

type Format = NonNullable<NonNullable<operations['importProject']['parameters']['query']>['from']>;
const FORMATS: ReadonlyArray<Format> = [
  'shotstack',
  'creatomate',
  'json2video',
  'zvid',
  'editly',
  'vidapi',
  'otio',
];

interface ImportOptions extends GlobalOptions {
  readonly from?: Format;
  readonly output?: string;
}

const importFile = async (io: Io, file: string, options: ImportOptions): Promise<void> => {
  const client = await currentClient(io, options);
  const project = (await readProject(io, file)) as unknown as Record<string, unknown>;
  const { data } = await bodyOf(
    client.api.POST('/v1/import', {
      params: { query: options.from === undefined ? {} : { from: options.from } },
      body: project,
    }),
  );
  if (options.output !== undefined) {
    await writeProject(io, options.output, data.video, options);
  }
  const lines = data.deviations.map(({ path, message }) => `${path} ${message}`);
  const text =
    options.output === undefined ? JSON.stringify(data.video, undefined, 2) : `wrote ${options.output}`;
  if (options.json !== true) io.printError(lines.join('\n'));
  printResult(io, options, data, text);
};

/** `framewright import` */
export const addImportCommand = (program: Command, run: Run): void => {
  program
    .command('import')
    .description('convert a project of another system, and list what could not be carried over exactly')
    .argument('<file>', 'the project, as JSON')
    .addOption(new Option('--from <system>', 'the system it is from; found out by default').choices(FORMATS))
    .option('-o, --output <file>', 'the project file to write; without it, the video is printed')
    .action(run(importFile));
};
