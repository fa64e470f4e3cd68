import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type ProcessIdentity, signal } from '../processes/process-identity.js';
import { natsLeftover } from '../servers/nats-server.js';
import { postgresLeftover } from '../servers/postgres.js';

/** The folders of the embedded servers of a data folder. */
export const serverFolders = (dataDir: string) => ({
  postgres: join(dataDir, 'postgres'),
  nats: join(dataDir, 'nats'),
});

/** How long a server may take to stop before it is killed, and to end then, in ms. */
const GRACE_MS = 10_000;

/**
 * Ends the servers that a killed run of this data folder left running; its other processes end by themselves. They are
 * found by their pid files, and identified by pid, start time and command line, so no others are affected.
 * @returns the names of the ended servers
 */
export const endLeftovers = async (dataDir: string): Promise<ReadonlyArray<string>> => {
  const folders = serverFolders(dataDir);
  const [nats, postgres] = [await natsLeftover(folders.nats), await postgresLeftover(folders.postgres)];
  if (nats) await endServer(nats, 'SIGTERM');
  // With SIGTERM, it would wait for its clients.
  if (postgres) await endServer(postgres, 'SIGINT');
  return [...(nats ? ['nats'] : []), ...(postgres ? ['postgres'] : [])];
};

const endServer = async (server: ProcessIdentity, stopSignal: NodeJS.Signals): Promise<void> => {
  for (const name of [stopSignal, 'SIGKILL'] as const) {
    signal(server, name);
    const deadline = performance.now() + GRACE_MS;
    while (isRunning(server) && performance.now() < deadline) await sleep(20);
  }
};
