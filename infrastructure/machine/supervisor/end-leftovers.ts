import { join } from 'node:path';
import { natsLeftover } from '../servers/nats-server.js';
import { postgresLeftover } from '../servers/postgres.js';
import type { ProcessIdentity } from '../processes/process-identity.js';
import { endProcess, forgetProcess, leftovers } from '../processes/process-records.js';

export interface InstanceFolders {
  readonly postgres: string;
  readonly nats: string;
  readonly records: string;
}

/** The folders of a data folder that record what runs on it. */
export const foldersIn = (dataDir: string): InstanceFolders => ({
  postgres: join(dataDir, 'postgres'),
  nats: join(dataDir, 'nats'),
  records: join(dataDir, 'processes'),
});

/**
 * Ends the processes that a killed run of this data folder left running: its own processes first, then NATS, then
 * PostgreSQL. Processes are identified by pid, start time and command line, so no others are affected.
 * @returns the names of the ended processes
 */
export const endLeftovers = async (folders: InstanceFolders): Promise<ReadonlyArray<string>> => {
  const noted = new Map(await leftovers(folders.records));
  const nats = noted.get('nats') ?? (await natsLeftover(folders.nats));
  const postgres = noted.get('postgres') ?? (await postgresLeftover(folders.postgres));
  const eventStore = noted.get('event-store');
  for (const name of ['nats', 'postgres', 'event-store']) noted.delete(name);
  const inOrder: ReadonlyArray<ReadonlyArray<readonly [string, ProcessIdentity | undefined]>> = [
    [...noted],
    [
      ['event-store', eventStore],
      ['nats', nats],
    ],
    [['postgres', postgres]],
  ];
  const ended: Array<string> = [];
  for (const together of inOrder) {
    const running = together.flatMap(([name, identity]) =>
      identity === undefined ? [] : [{ name, identity }],
    );
    await Promise.all(
      running.map(async ({ name, identity }) => {
        // SIGINT stops PostgreSQL quickly; with SIGTERM it would wait for its clients.
        await endProcess(identity, name === 'postgres' ? 'SIGINT' : 'SIGTERM', 10_000);
        await forgetProcess(folders.records, name);
      }),
    );
    ended.push(...running.map(({ name }) => name));
  }
  return ended;
};
