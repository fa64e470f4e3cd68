/** `npm start` as a user runs it: one process on a data folder of its own, from the sources. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Standalone {
  readonly baseUrl: string;
  /** Shown on the first start of a folder only. */
  readonly demoKey: string | undefined;
  /** All it has printed so far. */
  readonly output: () => string;
  /** Ends it with the signal; gives its exit code, null if the signal ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** A data folder for one or more starts; `remove` it when they have ended. */
export const dataFolder = async (): Promise<{
  readonly path: string;
  readonly remove: () => Promise<void>;
}> => {
  const path = await mkdtemp(join(tmpdir(), 'framewright-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
};

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return child.exitCode;
};

/** Starts the service on the folder and resolves when it says that it is ready. */
export const startStandalone = async (
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Standalone> => {
  const { EVENTSTORE_URL: _e, DATABASE_URL: _d, NATS_URL: _n, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'infrastructure/processes/standalone.ts')],
    {
      cwd: ROOT,
      env: { ...inherited, PORT: '0', DATA_DIR: dataDir, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('Ctrl-C ends it')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the service ended with ${String(code)}: ${output}`)));
  });
  await ready;
  const baseUrl = /Base address\s+(\S+)/.exec(output)?.[1];
  if (baseUrl === undefined) throw new Error(`no address was printed: ${output}`);
  return {
    baseUrl,
    demoKey: /Demo API key\s+(\S+)/.exec(output)?.[1],
    output: () => output,
    end: (signal) => end(child, signal),
  };
};
