/** The admin command line, run as an operator would run it on the service of a test. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runCommand } from '../../../infrastructure/cli/admin/run-command.js';
import { programArgs } from '../processes/programs.js';

/** What the command line needs in order to find a service. */
export interface Administered {
  readonly node: { readonly connectionString: string };
  readonly databaseUrl: string;
  readonly dataDir: string;
}

/** What a command printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
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

/** Runs a command as a process of its own to its end, even if it fails. */
export const startAdmin = (service: Administered, ...args: ReadonlyArray<string>): Promise<Ran> =>
  run(process.execPath, [...adminCommand(...args)], { env: adminEnvironment(service) }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

/** Keeps what is written to a stream of this process, until the returned function is called, which returns it. */
const captured = (stream: NodeJS.WriteStream): (() => string) => {
  let text = '';
  const write = stream.write.bind(stream);
  stream.write = (chunk: string | Uint8Array): boolean => {
    text += String(chunk);
    return true;
  };
  return () => {
    stream.write = write;
    return text;
  };
};

const exitCodeSet = (): number => Number(process.exitCode ?? 0);

const runHere = async (service: Administered, args: ReadonlyArray<string>): Promise<Ran> => {
  const { env, exitCode } = process;
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)];
  process.env = adminEnvironment(service);
  process.exitCode = undefined;
  try {
    await runCommand(args);
    return { code: exitCodeSet(), stdout: stdout(), stderr: stderr() };
  } finally {
    stdout();
    stderr();
    process.env = env;
    process.exitCode = exitCode;
  }
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command to its end in this process, even if it fails: starting a process for it takes many times the processor
 * time of most commands. They run one after the other, as they share its environment, output and exit code.
 */
export const runAdmin = (service: Administered, ...args: ReadonlyArray<string>): Promise<Ran> => {
  const ran = last.then(() => runHere(service, args));
  last = ran.catch(() => undefined);
  return ran;
};
