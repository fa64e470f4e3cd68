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

/** The folders of a data folder that tell what runs on it. */
export const foldersIn = (dataDir: string): InstanceFolders => ({
  postgres: join(dataDir, 'postgres'),
  nats: join(dataDir, 'nats'),
  records: join(dataDir, 'processes'),
});

/**
 * Ends what an earlier run of this data folder left running when it was killed: its own processes first, then NATS,
 * then PostgreSQL. Nothing else is touched: each is known by number, start time and command line.
 * @returns the names of what was ended
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
        // SIGINT is PostgreSQL's quick way to end; with SIGTERM it would wait for its clients.
        await endProcess(identity, name === 'postgres' ? 'SIGINT' : 'SIGTERM', 10_000);
        await forgetProcess(folders.records, name);
      }),
    );
    ended.push(...running.map(({ name }) => name));
  }
  return ended;
};
