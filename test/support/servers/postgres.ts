/**
 * One real PostgreSQL server for all tests of a mocha process, and a new database for each suite that needs one.
 * DATABASE_URL names a server to use instead; its user must be allowed to create databases.
 */
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { migrate } from '../../../infrastructure/postgres/migrations/migrate.js';
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

let migrated: Promise<TestDatabase> | undefined;

const migratedTemplate = async (): Promise<TestDatabase> => {
  const template = await createTestDatabase();
  beforePostgresStops(template.drop);
  const database = openDatabase({ url: template.url });
  await migrate(database);
  await database.destroy();
  return template;
};

/** A database on the shared server with the tables of the service: a copy of one that is migrated on first use. */
export const createMigratedDatabase = async (): Promise<TestDatabase> => {
  migrated ??= migratedTemplate();
  const template = await migrated;
  return createDatabaseOn((await sharedServer()).url, template);
};

const cleanups: (() => Promise<void>)[] = [];

/**
 * Registers a cleanup for something that uses the shared server; it runs after all tests, before the server is stopped.
 */
export const beforePostgresStops = (cleanup: () => Promise<void>): void => void cleanups.push(cleanup);

/** Stops the shared server, after what uses it. */
export const stopSharedPostgres = async (): Promise<void> => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
  await (await shared)?.stop();
};

// Registered once, in the root suite, by the first test file that imports this module. Benchmarks run without mocha, and
// stop their servers themselves.
if ('after' in globalThis)
  after(async function () {
    this.timeout(120_000);
    await stopSharedPostgres();
  });
