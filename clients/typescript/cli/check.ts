import type { Command } from 'commander';
import { ApiError } from '../core/errors.js';
import type { Check } from '../core/types.js';
import { type GlobalOptions, type Io, printResult, type Run } from './io.js';
import { isProjectFile, readValues, VALUES } from './project-files.js';
import { currentClient } from './settings.js';
import { withUploadedFiles } from './upload.js';

const rangeText = ({ low, high }: { readonly low: number; readonly high: number }, unit: string): string =>
  `${low}\u2013${high} ${unit}`;

/** What the service refuses has no estimates. */
type Found = Pick<Check, 'ok' | 'problems'> & Partial<Check>;

/** A check as text: a paragraph for each problem, and the estimates. */
const textOf = ({ problems, seconds, bytes }: Found): string =>
  [
    ...problems.map(({ severity, path, message, remedy }) => `${severity}: ${path}: ${message}\n  ${remedy}`),
    ...(problems.length === 0 ? ['no problems'] : []),
    ...(seconds ? [`a render takes about ${rangeText(seconds, 's')}`] : []),
    ...(bytes ? [`the output has about ${rangeText(bytes, 'bytes')}`] : []),
  ].join('\n');

/** What the service refuses, as the problems of a check. */
const refusedAs = (error: unknown): Found => {
  if (!(error instanceof ApiError) || error.status !== 400) throw error;
  const problems = error.problems.map((problem) => {
    const [path = '', ...message] = problem.split(' ');
    return { severity: 'error' as const, path, message: message.join(' '), remedy: 'Correct the field.' };
  });
  return { ok: false, problems };
};

interface CheckCommandOptions extends GlobalOptions {
  readonly values?: string;
}

const check = async (io: Io, what: string, options: CheckCommandOptions): Promise<number> => {
  const client = await currentClient(io, options);
  const values = await readValues(io, options.values);
  const { signal } = io;
  const found: Found = await (
    isProjectFile(io, what)
      ? client.renders.check(await withUploadedFiles(client, io, what, values), { signal })
      : client.videos.check(what, values, { signal })
  ).catch(refusedAs);
  printResult(io, options, found, textOf(found));
  return found.ok ? 0 : 1;
};

/** `framewright check` */
export const addCheckCommand = (program: Command, run: Run): void => {
  program
    .command('check')
    .description(
      'find what is wrong with a project file, whose sources may be files beside it, or a stored video; exits with 1 if it can’t be rendered',
    )
    .argument('<project>', 'a project file, or the id of a stored video')
    .option(...VALUES)
    .action(run(check));
};
