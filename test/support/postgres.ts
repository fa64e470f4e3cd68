/**
 * One real PostgreSQL server for all tests of a mocha process, and a new database for each suite that needs one.
 * DATABASE_URL names a server to use instead; its user must be allowed to create databases.
 */
import {
  createDatabaseOn,
  startPostgres,
  type PostgresServer,
  type TestDatabase,
} from './postgres-server.js';

let shared: Promise<PostgresServer> | undefined;

const givenServer = (url: string): PostgresServer => ({ url, stop: () => Promise.resolve() });

const sharedServer = (): Promise<PostgresServer> => {
  const { DATABASE_URL } = process.env;
  shared ??=
    DATABASE_URL === undefined
      ? startPostgres({ durable: false })
      : Promise.resolve(givenServer(DATABASE_URL));
  return shared;
};

/** An empty database on the shared server, which is started on first use. */
export const createTestDatabase = async (): Promise<TestDatabase> =>
  createDatabaseOn((await sharedServer()).url);

const cleanups: (() => Promise<void>)[] = [];

/**
 * Registers a cleanup for something that uses the shared server; it runs after all tests, before the server is stopped.
 */
export const beforePostgresStops = (cleanup: () => Promise<void>): void => void cleanups.push(cleanup);

// Registered once, in the root suite, by the first test file that imports this module. Benchmarks run without mocha, on
// servers that they start and stop themselves.
if ('after' in globalThis)
  after(async function stopSharedPostgres() {
    this.timeout(30_000);
    for (const cleanup of cleanups.toReversed()) await cleanup();
    await (await shared)?.stop();
  });
