import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { createClient } from '../../clients/typescript/core/client.js';
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
  const path = (name: string): string => join(folder, name);
  return {
    folder,
    env,
    run,
    path,
    client: createClient({ baseUrl: url, apiKey: key }),
    write: (project: object, name = 'project.json') => writeFile(path(name), JSON.stringify(project)),
    /** Pushes the project file for the first time. Returns the id of its video. */
    push: async (): Promise<string> => {
      const { output } = await run(['videos', 'push', 'project.json', '--json']);
      return (JSON.parse(output) as { readonly _id: string })._id;
    },
    remove: () => rm(folder, { recursive: true }),
  };
};
