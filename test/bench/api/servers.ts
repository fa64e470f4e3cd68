/** What the benchmark of the API runs: every process as in production, none of them the benchmark itself. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uncompared } from '../../../application/transparency/compare-history.js';
import { activeOwners } from '../../../application/commands/active-owners.js';
import { cachedStreamHeads } from '../../../application/commands/cached-stream-heads.js';
import { issueApiKey } from '../../../application/api-keys/api-keys.js';
import type { OwnerId } from '../../../domain/ids.js';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { lastOwnCommit } from '../../../infrastructure/eventstore/log-head.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { randomIds } from '../../../infrastructure/platform/random-ids.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { postgresReadModel } from '../../../infrastructure/postgres/read-models/read-model.js';
import { cpuByProcess, parentOf } from '../../support/processes/cpu-by-process.js';
import { endChild } from '../../support/processes/end-child.js';
import type { StoredExamples } from './bare-http.js';
import { startTestNats } from '../../support/servers/nats.js';
import { startNodeProcess } from '../../support/event-store/node-process.js';
import { startPostgres } from '../../support/servers/postgres-server.js';
import {
  createMigratedDatabase,
  createTestDatabase,
  stopSharedPostgres,
} from '../../support/servers/postgres.js';
import { codeFile, NODE_OPTIONS } from '../../support/processes/programs.js';
import { rightOf } from '../../support/right-of.js';

/** Options of Node for API and projector. */
const MEASURED_OPTIONS = process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? [];

/** Starts API, projector, their servers and the minimal handlers, and issues a key to the owner. */
export const startServers = async (owner: string) => {
  const postgres = await startPostgres({ durable: true });
  process.env['DATABASE_URL'] = postgres.url;
  const nats = await startTestNats();
  const [storeDatabase, readDatabase] = [await createTestDatabase(), await createMigratedDatabase()];
  const node = await startNodeProcess(storeDatabase.url);
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const env = {
    ...process.env,
    DATABASE_URL: readDatabase.url,
    EVENTSTORE_URL: node.connectionString,
    NATS_URL: nats.url,
    DATA_DIR: folder,
    PORT: '0',
    PUBLIC_BASE_URL: 'https://video.example.org',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
  };

  const start = async (name: string, file: string, execArgv: ReadonlyArray<string>) => {
    const log = await open(join(folder, `${name}.log`), 'a');
    const child = fork(file, {
      env,
      execArgv: [...execArgv],
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended`)));
    ended.catch(() => undefined);
    const [greeting] = (await Promise.race([once(child, 'message'), ended])) as [{ listening?: number }];
    await log.close();
    return { pid: child.pid ?? -1, child, url: `http://127.0.0.1:${greeting.listening}` };
  };
  const ofBuild = (name: string) =>
    start(name, join(packageRoot, `dist/infrastructure/processes/${name}.js`), MEASURED_OPTIONS);

  const projector = await ofBuild('projector');
  const api = await ofBuild('api');
  const bare = await start('bare', codeFile('test/bench/api/bare-http'), NODE_OPTIONS);

  const database = openDatabase({ url: readDatabase.url });
  const { client, close } = connectToEventStore(node.connectionString);
  const lastStored = () => lastOwnCommit(client);
  const readModel = await postgresReadModel({ database, databaseUrl: readDatabase.url, lastStored });
  const { key } = rightOf(
    await issueApiKey({
      eventStore: cachedStreamHeads(eventStoreDbEventStore(client, uncompared)),
      ids: randomIds,
      clock: systemClock,
      readModel,
      activeOwners: activeOwners(systemClock),
    })(owner as OwnerId, {}, { actor: { type: 'admin' }, requestId: 'bench' })(),
  );
  await readModel.close(); // it would follow every write of the benchmark
  const backend = await database.raw<{ rows: [{ pid: number }] }>('select pg_backend_pid() as pid');
  const postgresServer = await parentOf(backend.rows[0].pid);

  const projected = async (): Promise<bigint> => {
    const { rows } = await database.raw<{ rows: [{ commit: bigint }] }>(
      'select coalesce(min(commit_position), -1) as commit from projection_checkpoints',
    );
    return rows[0].commit;
  };

  return {
    apiUrl: api.url,
    bareUrl: bare.url,
    key,
    client,
    /** Tells the minimal handlers what the service stores. */
    giveExamples: (examples: StoredExamples): void => void bare.child.send(examples),
    /** Resolves when the read models show everything that is stored. */
    projectedAll: async (): Promise<void> => {
      const commit = (await lastStored()) ?? 0n;
      while ((await projected()) < commit) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    /** CPU time so far, in ms. */
    cpu: (load: number) =>
      cpuByProcess(
        { API: api.pid, bare: bare.pid, projector: projector.pid, 'event store': node.pid, load },
        postgresServer,
      ),
    stop: async (): Promise<void> => {
      for (const { child } of [api, projector, bare]) await endChild(child, 'SIGTERM');
      await close();
      await database.destroy();
      await node.stop();
      await stopSharedPostgres();
      await nats.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
