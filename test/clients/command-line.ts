import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { runCli } from '../../clients/typescript/cli/program.js';
import type { Io } from '../../clients/typescript/cli/io.js';

/** What a command did. */
export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** The command line in a folder of its own, logged in with the key. */
export const commandLine = async (url: string, key: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-cli-'));
  const env = { HOME: folder, FRAMEWRIGHT_URL: url, FRAMEWRIGHT_API_KEY: key };
  const run = async (args: ReadonlyArray<string>, io: Partial<Io> = {}): Promise<Ran> => {
    const [printed, errors]: [Array<string>, Array<string>] = [[], []];
    const code = await runCli(args, {
      env,
      cwd: folder,
      print: (text) => void printed.push(text),
      printError: (text) => void errors.push(text),
      input: Readable.from([]),
      output: new PassThrough(),
      terminal: undefined,
      readSecret: () => Promise.resolve(key),
      signal: new AbortController().signal,
      ...io,
    });
    return { code, output: printed.join('\n'), errors: errors.join('\n') };
  };
  return { folder, env, run, remove: () => rm(folder, { recursive: true }) };
};

export type CommandLine = Awaited<ReturnType<typeof commandLine>>;
