/** The embedded event store. */
import { fork } from 'node:child_process';
import { startEmbeddedNode } from '../../../infrastructure/eventstore-node/node.js';
import { EVENT_STORE_NODE_OPTIONS } from '../../../infrastructure/platform/event-store-memory.js';
import { eventStoreUrl } from '../../../infrastructure/machine/servers/event-store-secrets.js';
import { endChild } from '../processes/end-child.js';
import { ownPort } from '../service/own-port.js';
import { codeFile, NODE_OPTIONS } from '../processes/programs.js';

const PROCESS = codeFile('infrastructure/processes/embedded-event-store');

export type NodeProcess = {
  readonly port: number;
  /** For EventStoreDBClient.connectionString. */
  readonly connectionString: string;
  readonly pid: number;
  /** SIGKILL: immediate, without cleanup. */
  readonly kill: () => Promise<void>;
  /** SIGTERM: an orderly stop. Returns the exit code. */
  readonly stop: () => Promise<number | null>;
};

/** Starts a node on a database in this process: for tests that only need a store, it takes a tenth of the time. */
export const startNodeHere = async (databaseUrl: string): Promise<NodeProcess> => {
  const { port, stop } = await startEmbeddedNode({ databaseUrl, port: await ownPort() });
  let stopped: Promise<void> | undefined;
  const end = async (): Promise<null> => {
    await (stopped ??= stop());
    return null;
  };
  return {
    port,
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    pid: process.pid,
    kill: async () => void (await end()),
    stop: end,
  };
};

/**
 * Starts a node on a database. With a folder of secrets, it serves only their user. Rejects
 * with the output of the process if it does not start.
 */
export const startNodeProcess = async (
  databaseUrl: string,
  port?: number,
  secrets?: string,
): Promise<NodeProcess> => {
  const child = fork(PROCESS, {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      EVENTSTORE_PORT: String(port ?? (await ownPort())),
      ...(secrets !== undefined && { EVENTSTORE_SECRETS: secrets }),
    },
    execArgv: [...NODE_OPTIONS, ...EVENT_STORE_NODE_OPTIONS],
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
    connectionString:
      secrets === undefined
        ? `esdb://127.0.0.1:${boundPort}?tls=false`
        : await eventStoreUrl(secrets, boundPort),
    pid: child.pid ?? -1,
    kill: async () => void (await endChild(child, 'SIGKILL')),
    stop: () => endChild(child, 'SIGTERM'),
  };
};
