/** The event store shared by the suites of a process. */
import { startNodeProcess, type NodeProcess } from './node-process.js';
import { atEnd } from '../at-end.js';
import { createTestDatabase } from '../servers/postgres.js';

let shared: Promise<NodeProcess> | undefined;

const startShared = async (): Promise<NodeProcess> => {
  const database = await createTestDatabase();
  const node = await startNodeProcess(database.url);
  atEnd(async () => {
    await node.stop();
    await database.drop();
  });
  return node;
};

/**
 * The connection string of an event store shared by all suites of the process: the server in EVENTSTORE_URL, or
 * an embedded node that is started on first use. Use random stream names and expect other events in `$all`.
 */
export const sharedEventStore = async (): Promise<string> => {
  const { EVENTSTORE_URL } = process.env;
  if (EVENTSTORE_URL !== undefined) return EVENTSTORE_URL;
  shared ??= startShared();
  return (await shared).connectionString;
};

/** Whether the tests run against an external server, which they must not stop or kill. */
export const serverIsForeign = (): boolean => process.env['EVENTSTORE_URL'] !== undefined;
