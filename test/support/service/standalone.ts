/** `npm start` as a user runs it: one process on its own data folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import type { RunFile } from '../../../infrastructure/machine/supervisor/run-file.js';
import {
  type ProcessIdentity,
  identify,
  isRunning,
} from '../../../infrastructure/machine/processes/process-identity.js';
import { programArgs } from '../processes/programs.js';

/** The command that runs the service. */
export const standaloneCommand: ReadonlyArray<string> = [
  process.execPath,
  ...programArgs('infrastructure/processes/standalone'),
];

/** A run of the service, including its start. */
export interface StandaloneRun {
  readonly process: ChildProcess;
  /** Its output so far, from standard output and standard error. */
  readonly output: () => string;
  readonly errors: () => string;
  /** Resolves when it reports that it is ready; rejects with its output if it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with its exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** A run that is ready. */
export interface Standalone {
  readonly baseUrl: string;
  /** Only shown on the first start of a folder. */
  readonly demoKey: string | undefined;
  /** Its output so far. */
  readonly output: () => string;
  /** Ends it with the signal; returns its exit code, or null if the signal ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** A data folder for one or more runs; `remove` it when they have ended. */
export const dataFolder = async (): Promise<{
  readonly path: string;
  readonly remove: () => Promise<void>;
}> => {
  const path = await mkdtemp(join(tmpdir(), 'framewright-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
};

/** Runs the service on the folder, with embedded servers, on a free port. */
export const spawnStandalone = (
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  [command = '', ...args]: ReadonlyArray<string> = standaloneCommand,
): StandaloneRun => {
  const { EVENTSTORE_URL: _e, DATABASE_URL: _d, NATS_URL: _n, ...inherited } = process.env;
  const child = spawn(command, args, {
    cwd: packageRoot,
    env: { ...inherited, PORT: '0', DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Press Ctrl-C to stop')) resolve();
    });
    child.once('close', (code) => {
      reject(new Error(`the service ended with ${String(code)}: ${output}${errors}`));
    });
  });
  ready.catch(() => undefined);
  const ended = once(child, 'close').then(() => child.exitCode);
  return { process: child, output: () => output, errors: () => errors, ready, ended };
};

/** Starts the service on the folder; resolves when it is ready. */
export const startStandalone = async (
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Standalone> => {
  const run = spawnStandalone(dataDir, settings);
  await run.ready;
  const baseUrl = /Base address\s+(\S+)/.exec(run.output())?.[1];
  if (baseUrl === undefined) throw new Error(`no address was printed: ${run.output()}`);
  return {
    baseUrl,
    demoKey: /Demo API key\s+(\S+)/.exec(run.output())?.[1],
    output: () => run.output() + run.errors(),
    end: (signal) => {
      run.process.kill(signal);
      return run.ended;
    },
  };
};

/** The processes that the run of a data folder has started, by name. */
export const notedProcesses = (dataDir: string): ReadonlyMap<string, ProcessIdentity> => {
  const { pid } = publishedRun(dataDir).process;
  const listed = execFileSync('ps', ['-ww', '-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  return new Map(
    listed.split('\n').flatMap((line) => {
      const [, id, args = ''] = /^ *(\d+) (.*)$/.exec(line) ?? [];
      const name = NAMES.find(([, part]) => args.includes(part))?.[0];
      const identity = identify(Number(id), dataDir) ?? identify(Number(id), 'processes/');
      return name === undefined || identity === undefined ? [] : [[name, identity] as const];
    }),
  );
};

/** A part of the command line of each process, by its name. */
const NAMES = [
  ['event-store', 'processes/embedded-event-store'],
  ...['api', 'projector', 'webhooks', 'worker'].map((name) => [name, `processes/${name}`] as const),
  ['nats', 'nats-server.conf'],
  ['postgres', '/postgres'],
] as const;

/** The names of those processes that are still running. */
export const namesStillRunning = (noted: ReadonlyMap<string, ProcessIdentity>): ReadonlyArray<string> =>
  [...noted].filter(([, identity]) => isRunning(identity)).map(([name]) => name);

/** The addresses that the run of a data folder has published. */
export const publishedRun = (dataDir: string): RunFile =>
  JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunFile;
