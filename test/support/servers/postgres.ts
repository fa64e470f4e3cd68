/**
 * One real PostgreSQL server for all tests of a process, and a new database for each suite that needs one.
 * DATABASE_URL names a server to use instead; its user must be allowed to create databases.
 */
import { atEnd } from '../at-end.js';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { migrate } from '../../../infrastructure/postgres/migrations/migrate.js';
import {
  createDatabaseOn,
  startTestPostgres,
  type PostgresServer,
  type TestDatabase,
} from './postgres-server.js';

let shared: Promise<PostgresServer> | undefined;

const givenServer = (url: string): PostgresServer => ({ url, stop: () => Promise.resolve() });

const sharedServer = (): Promise<PostgresServer> => {
  const { DATABASE_URL } = process.env;
  if (shared === undefined) {
    const server =
      DATABASE_URL === undefined
        ? startTestPostgres({ durable: false })
        : Promise.resolve(givenServer(DATABASE_URL));
    shared = server;
    atEnd(async () => (await server).stop());
  }
  return shared;
};

/** An empty database on the shared server, which is started on first use. */
export const createTestDatabase = async (): Promise<TestDatabase> =>
  createDatabaseOn((await sharedServer()).url);

let migrated: Promise<TestDatabase> | undefined;

const migratedTemplate = async (): Promise<TestDatabase> => {
  const template = await createTestDatabase();
  atEnd(template.drop);
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
