/** The admin command line, run as an operator would run it on the service of a test. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programArgs } from './programs.js';

/** What the command line needs in order to find a service. */
export interface Administered {
  readonly node: { readonly connectionString: string };
  readonly databaseUrl: string;
  readonly dataDir: string;
}

const run = promisify(execFile);

/** The environment through which it finds the service. */
export const adminEnvironment = (service: Administered): NodeJS.ProcessEnv => ({
  ...process.env,
  EVENTSTORE_URL: service.node.connectionString,
  DATABASE_URL: service.databaseUrl,
  NATS_URL: 'nats://127.0.0.1:4222',
  DATA_DIR: service.dataDir,
});

/** The arguments for Node. */
export const adminCommand = (...args: ReadonlyArray<string>): ReadonlyArray<string> =>
  programArgs('infrastructure/cli/admin/main', ...args);

/** Runs a command to its end, even if it fails. */
export const runAdmin = (service: Administered, ...args: ReadonlyArray<string>) =>
  run(process.execPath, [...adminCommand(...args)], { env: adminEnvironment(service) }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
