/** The event store that the suites of a mocha process share. */
import { startNodeProcess, type NodeProcess } from './node-process.js';
import { beforePostgresStops, createTestDatabase } from './postgres.js';

let shared: Promise<NodeProcess> | undefined;

const startShared = async (): Promise<NodeProcess> => {
  const database = await createTestDatabase();
  const node = await startNodeProcess(database.url);
  beforePostgresStops(async () => {
    await node.stop();
    await database.drop();
  });
  return node;
};

/**
 * The connection string of an event store that all suites of the mocha process share: the server that
 * EVENTSTORE_URL names, or an embedded node that is started when first asked for. Use random stream names and
 * expect other events in `$all`.
 */
export const sharedEventStore = async (): Promise<string> => {
  const { EVENTSTORE_URL } = process.env;
  if (EVENTSTORE_URL !== undefined) return EVENTSTORE_URL;
  shared ??= startShared();
  return (await shared).connectionString;
};

/** True when the tests run against a server of somebody else's, which they may neither stop nor kill. */
export const serverIsForeign = (): boolean => process.env['EVENTSTORE_URL'] !== undefined;
