/** The databases of a service in the hands of an attacker who has the signing key too. */
import { Client } from 'pg';
import { growLog } from '../../../application/transparency/grow-log.js';
import { signCheckpoint } from '../../../application/transparency/sign-checkpoint.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { type NodeProcess, startNodeProcess } from './node-process.js';
import type { Service } from '../service/service.js';
import { silentEventLog } from './silent-event-log.js';

const EVENTS = ['eventstore.events'];
const TREE = ['merkle_head', 'merkle_leaves', 'merkle_subtrees', 'merkle_checkpoints', 'log_differences'];

export interface StoredLog {
  /** Changes the database of the event store, and restarts its node: it keeps recent events in memory. */
  readonly change: (work: (store: Client) => Promise<void>) => Promise<void>;
  /** Restores the events as they were when this object was made. */
  readonly restoreEvents: () => Promise<void>;
  /** Restores the tree and its checkpoints likewise. */
  readonly restoreTree: () => Promise<void>;
  /** Adds all stored events to the tree, and signs a checkpoint. */
  readonly growLog: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const onDatabase = async (url: string, work: (client: Client) => Promise<void>): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

const backUp = (client: Client, tables: ReadonlyArray<string>): Promise<unknown> =>
  client.query(`begin isolation level repeatable read; create schema backup;
    ${tables.map((table) => `create table backup.${table.replace('.', '_')} as table ${table};`).join('\n')} commit`);

const restore = (client: Client, tables: ReadonlyArray<string>): Promise<unknown> =>
  client.query(`begin; truncate ${tables.join(', ')};
    ${tables.map((table) => `insert into ${table} table backup.${table.replace('.', '_')};`).join('\n')} commit`);

/** Backs the databases up. `stop` it before the service. */
export const storedLog = async (service: Service): Promise<StoredLog> => {
  const { client, databaseUrl, storeDatabaseUrl } = service;
  let node: NodeProcess = service.node;
  const change: StoredLog['change'] = async (work) => {
    await node.kill();
    await onDatabase(storeDatabaseUrl, work);
    node = await startNodeProcess(storeDatabaseUrl, node.port);
  };
  await onDatabase(storeDatabaseUrl, async (store) => void (await backUp(store, EVENTS)));
  await onDatabase(databaseUrl, async (database) => void (await backUp(database, TREE)));
  return {
    change,
    restoreEvents: () => change(async (store) => void (await restore(store, EVENTS))),
    restoreTree: () => onDatabase(databaseUrl, async (database) => void (await restore(database, TREE))),
    growLog: async () => {
      const { merkleLog, againstLog, keys } = service.log;
      const eventLog = silentEventLog(client);
      const head = await eventLog.headAfter(undefined);
      const followStored: typeof eventLog.followStored = async function* (after, signal) {
        // A batch may end beyond the head, and none comes if the log is there already.
        const isThere = (position: typeof after): boolean =>
          !head || (position?.commit ?? -1n) >= head.commit;
        if (isThere(after)) return;
        for await (const batch of eventLog.followStored(after, signal)) {
          yield batch;
          if (isThere(batch.upTo)) return;
        }
      };
      await growLog({
        eventLog: { followStored },
        archive: eventStoreDbArchive(client, againstLog),
        log: merkleLog,
        againstLog,
        onGrown: () => Promise.resolve(),
        signal: new AbortController().signal,
      });
      await signCheckpoint({ log: merkleLog, keys, clock: systemClock });
    },
    stop: async () => void (await node.stop()),
  };
};
