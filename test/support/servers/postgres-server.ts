/** A real PostgreSQL server as a child process, and new databases on it. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ownPort } from '../service/own-port.js';
import { noted } from './started-servers.js';
import { postgresUrl, startPostgres } from '../../../infrastructure/machine/servers/postgres.js';

export type PostgresServer = {
  /** The URL of a database from which others can be created. */
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/** Tests kill processes, not the machine, so they need no disk flushes, and a short log; benchmarks need both. */
const WITHOUT_FLUSHES = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=64MB',
];

/** A file system in memory: a database is hundreds of files, which take ten times the processor time on a disk. */
const MEMORY = '/dev/shm';

/** What the servers of all test processes take in memory at most, in bytes, and the same again for others. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3;

const fastFolder = async (): Promise<string> => {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= LEAST_FREE_BYTES ? MEMORY : tmpdir();
};

export const startTestPostgres = async ({ durable }: { durable: boolean }): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(durable ? tmpdir() : await fastFolder(), 'framewright-postgres-'));
  // PostgreSQL does not run as root. Started by root, it runs as a separate user, which must be able to access its
  // folder.
  await chmod(folder, 0o755);
  const [port, password] = [await ownPort(), randomUUID()];
  const server = await startPostgres({
    folder: join(folder, 'data'),
    port,
    password,
    log: { file: 'its log', write: () => undefined },
    options: durable ? [] : WITHOUT_FLUSHES,
  });
  return {
    url: postgresUrl({ port, password }),
    stop: noted(async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }),
  };
};

const administer = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

export type TestDatabase = {
  readonly url: string;
  /** Drops the database, closing its connections. */
  readonly drop: () => Promise<void>;
};

/** @param template a database on the server to copy, to which nobody is connected */
export const createDatabaseOn = async (serverUrl: string, template?: TestDatabase): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // By copying its files: pages through the log take several times the processor time.
  const from = template ? `template ${new URL(template.url).pathname.slice(1)} strategy file_copy` : '';
  await administer(serverUrl, `create database ${name} ${from}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(serverUrl, `drop database if exists ${name} with (force)`) };
};
