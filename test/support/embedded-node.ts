/** The embedded event store as a process of its own, over a database of its own: what the tests talk to. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforePostgresStops, createTestDatabase } from './postgres.js';

const PROCESS = fileURLToPath(
  new URL('../../infrastructure/processes/embedded-event-store.ts', import.meta.url),
);

export type NodeProcess = {
  readonly port: number;
  /** For EventStoreDBClient.connectionString. */
  readonly connectionString: string;
  readonly pid: number;
  /** SIGKILL: no chance to finish or to say good-bye. */
  readonly kill: () => Promise<void>;
  /** SIGTERM: in good order. Gives the exit code. */
  readonly stop: () => Promise<number | null>;
};

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
};

/** Starts a node on a database; `port` 0 takes any. Rejects with the process' output if it doesn't come up. */
export const startNodeProcess = async (databaseUrl: string, port = 0): Promise<NodeProcess> => {
  const child = fork(PROCESS, {
    env: { ...process.env, DATABASE_URL: databaseUrl, EVENTSTORE_PORT: String(port) },
    execArgv: ['--import=tsx'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const listening = new Promise<number>((resolve, reject) => {
    child.once('message', (message: { listening: number }) => resolve(message.listening));
    child.once('exit', (code) => reject(new Error(`the event store ended with ${String(code)}: ${output}`)));
  });
  const boundPort = await listening;
  return {
    port: boundPort,
    connectionString: `esdb://127.0.0.1:${boundPort}?tls=false`,
    pid: child.pid ?? -1,
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
  };
};

let shared: Promise<NodeProcess> | undefined;

const startShared = async (): Promise<NodeProcess> => {
  const database = await createTestDatabase();
  const node = await startNodeProcess(database.url);
  beforePostgresStops(async () => {
    await node.stop();
    await database.drop();
  });
  return node;
};

/**
 * The connection string of an event store that all suites of the mocha process share: the server that
 * EVENTSTORE_URL names, or an embedded node that is started when first asked for. Use random stream names and
 * expect other events in `$all`.
 */
export const sharedEventStore = async (): Promise<string> => {
  const { EVENTSTORE_URL } = process.env;
  if (EVENTSTORE_URL !== undefined) return EVENTSTORE_URL;
  shared ??= startShared();
  return (await shared).connectionString;
};

/** True when the tests run against a server of somebody else's, which they may neither stop nor kill. */
export const serverIsForeign = (): boolean => process.env['EVENTSTORE_URL'] !== undefined;
