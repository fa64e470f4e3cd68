/** API processes as they run in production, on the servers of a service under test. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Service } from './service.js';

const PROCESS = fileURLToPath(new URL('../../infrastructure/processes/api.ts', import.meta.url));

export interface ApiProcess {
  readonly pid: number;
  readonly baseUrl: string;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
  /** SIGTERM; gives the exit code. */
  readonly stop: () => Promise<number | null>;
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
};

/** Starts one on a free port, beside the one in this process. */
export const startApiProcess = async (
  { databaseUrl, node, dataDir }: Service,
  settings: Readonly<Record<string, string>> = {},
): Promise<ApiProcess> => {
  const child = fork(PROCESS, {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: node.connectionString,
      NATS_URL: 'nats://127.0.0.1:4222',
      DATA_DIR: dataDir,
      PORT: '0',
      PUBLIC_BASE_URL: 'https://video.example.org',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    execArgv: ['--import=tsx'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000)));
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000)));
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', ({ listening }: { listening?: number }) => {
      if (listening !== undefined) resolve(listening);
    });
    child.once('exit', (code) => reject(new Error(`the API ended with ${String(code)}: ${output}`)));
  });
  return {
    pid: child.pid ?? -1,
    baseUrl: `http://127.0.0.1:${port}`,
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
  };
};
