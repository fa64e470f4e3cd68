/** The servers of a fleet, behind TCP proxies. Each can be killed, stopped and started again. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownPort } from '../support/service/own-port.js';
import { postgresUrl, startPostgres } from '../../infrastructure/machine/servers/postgres.js';
import { processTree } from '../support/processes/descendants.js';
import { endChild } from '../support/processes/end-child.js';
import { eventually } from '../support/eventually.js';
import { type FaultProxy, startFaultProxy } from '../support/servers/fault-proxy.js';
import { startTestNats } from '../support/servers/nats.js';
import { startNodeProcess } from '../support/event-store/node-process.js';
import { createDatabaseOn } from '../support/servers/postgres-server.js';
import { createTestDatabase } from '../support/servers/postgres.js';
import { codeFile, NODE_OPTIONS } from '../support/processes/programs.js';
import { s3Access } from '../support/servers/s3-server.js';

/** A server that can fail. */
export interface Server {
  readonly name: string;
  /** Its processes, the first of which is there as long as the server runs. */
  readonly pids: () => ReadonlyArray<number>;
  /** SIGKILL to all of its processes. */
  readonly crash: () => Promise<void>;
  /** Starts it again after a crash, with the same data and address. */
  readonly restart: () => Promise<void>;
  readonly proxy: FaultProxy;
}

/**
 * Sends a signal to the processes that are there, and returns these: backends of PostgreSQL come and go, and processes
 * of the service end by themselves when they lose what they need.
 */
export const signalled = (pids: ReadonlyArray<number>, signal: NodeJS.Signals): ReadonlyArray<number> =>
  pids.filter((pid) => {
    try {
      return process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
      throw error;
    }
  });

/** A PostgreSQL of its own, which the other tests of the process do not use. */
const startOwnPostgres = async (folder: string) => {
  const [port, password] = [await ownPort(), 'chaos'];
  const start = () =>
    startPostgres({
      folder: join(folder, 'data'),
      port,
      password,
      log: { file: 'its log', write: () => undefined },
      options: ['fsync=off', 'full_page_writes=off'],
    });
  let server = await start();
  const pids = () => processTree(server.child.pid ?? -1);
  return {
    url: postgresUrl({ port, password }),
    pids,
    crash: async () => {
      signalled(pids(), 'SIGKILL');
      await server.exited;
    },
    restart: async () => {
      server = await eventually(start);
    },
    stop: () => server.stop(),
  };
};

const startS3Process = async (folder: string) => {
  const port = await ownPort();
  const start = async (): Promise<ChildProcess> => {
    const child = fork(codeFile('test/chaos/s3-process'), {
      execArgv: [...NODE_OPTIONS],
      env: { ...process.env, S3_FOLDER: folder, S3_PORT: String(port) },
    });
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('the S3 server did not start'))),
    ]);
    return child;
  };
  let child = await start();
  return {
    port,
    pids: () => [child.pid ?? -1],
    crash: async () => void (await endChild(child, 'SIGKILL')),
    restart: async () => {
      child = await start();
    },
    serve: (how: 'works' | 'fails' | 'slow') => void child.send(how),
  };
};

/** @param mayCrash whether PostgreSQL is a separate server */
const startDatabases = async (folder: string, mayCrash: boolean) => {
  if (!mayCrash)
    return { store: await createTestDatabase(), own: await createTestDatabase(), postgres: undefined };
  await chmod(folder, 0o755); // PostgreSQL does not run as root
  await mkdir(join(folder, 'postgres'));
  const postgres = await startOwnPostgres(join(folder, 'postgres'));
  const [store, own] = [await createDatabaseOn(postgres.url), await createDatabaseOn(postgres.url)];
  return { store, own, postgres };
};

const throughProxy = (url: string, { port }: FaultProxy): string => {
  const proxied = new URL(url);
  proxied.port = String(port);
  return proxied.href;
};

/** Starts all servers. */
export const startServers = async ({ postgresMayCrash }: { readonly postgresMayCrash: boolean }) => {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-chaos-servers-'));
  const [{ store, own, postgres }, nats, s3] = await Promise.all([
    startDatabases(folder, postgresMayCrash),
    startTestNats(),
    startS3Process(join(folder, 's3')),
  ]);
  let node = await startNodeProcess(store.url);
  const proxyOf = (url: string) => startFaultProxy(Number(new URL(url).port));
  const [storeProxy, databaseProxy, natsProxy, s3Proxy] = await Promise.all([
    startFaultProxy(node.port),
    proxyOf(own.url),
    proxyOf(nats.url),
    startFaultProxy(s3.port),
  ]);
  const access = s3Access(`http://127.0.0.1:${s3.port}`);
  const servers = {
    store: {
      name: 'the event store',
      pids: () => [node.pid],
      crash: () => node.kill(),
      restart: async () => {
        // It ends by itself while PostgreSQL, which has its events, is away.
        node = await eventually(() => startNodeProcess(store.url, node.port));
      },
      proxy: storeProxy,
    },
    nats: {
      name: 'NATS',
      pids: () => [nats.pid()],
      crash: nats.crash,
      restart: nats.restart,
      proxy: natsProxy,
    },
    s3: { name: 'the S3 server', pids: s3.pids, crash: s3.crash, restart: s3.restart, proxy: s3Proxy },
  } satisfies Readonly<Record<string, Server>>;
  const database: Server | undefined = postgres && { name: 'PostgreSQL', ...postgres, proxy: databaseProxy };
  return {
    ...servers,
    /** PostgreSQL, if it may crash. */
    postgres: database,
    /** PostgreSQL first, which the event store needs. */
    all: [...(database ? [database] : []), ...Object.values(servers)] as ReadonlyArray<Server>,
    databaseProxy,
    databaseUrl: own.url,
    eventStoreUrl: () => node.connectionString,
    place: access.place,
    serveS3: s3.serve,
    loseJetStream: nats.lose,
    /** The settings of the processes, which see the servers through the proxies. */
    settings: {
      DATABASE_URL: throughProxy(own.url, databaseProxy),
      EVENTSTORE_URL: `esdb://127.0.0.1:${storeProxy.port}?tls=false`,
      NATS_URL: throughProxy(nats.url, natsProxy),
      ...access.settings,
      S3_ENDPOINT: `http://127.0.0.1:${s3Proxy.port}`,
    },
    /** The settings of a program that is not subject to faults. */
    directSettings: { ...access.settings },
    stop: async (): Promise<void> => {
      await Promise.all([storeProxy, databaseProxy, natsProxy, s3Proxy].map((proxy) => proxy.close()));
      access.disconnect();
      await Promise.all([nats.stop(), s3.crash(), node.stop()]);
      if (postgres) await postgres.stop();
      else await Promise.all([store.drop(), own.drop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
