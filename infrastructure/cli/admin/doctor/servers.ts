import { eventStoreAccess } from '../../../eventstore/access.js';
import { connectToEventStore, type StoreConnection } from '../../../eventstore/client.js';
import { knownIdentity } from '../../../eventstore/store-identity.js';
import { natsAccess } from '../../../nats/access.js';
import { queueFigures } from '../../../nats/render-queue.js';
import type { Config, ConnectedConfig } from '../../../platform/config.js';
import type { ServerAccess } from '../../../platform/server-access.js';
import { postgresAccess } from '../../../postgres/connection/access.js';
import { postgresMerkleLog } from '../../../postgres/log/merkle-log.js';
import { openDatabase } from '../../../postgres/connection/database.js';
import { schemaDifference } from '../../../postgres/migrations/migrate.js';
import { recordedStore } from '../../../postgres/read-models/event-store.js';
import { secretsInDatabase } from '../../../processes/parts/shared-secrets.js';
import { type Check, check, failed, ok, type Outcome, warning } from './check.js';

/** The addresses of the event store and of the database. */
export type StoreAddresses = Pick<ConnectedConfig, 'eventStoreUrl' | 'databaseUrl'>;

/** Does the work on a connection to the database. */
export const onDatabase = async <A>(
  url: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<A>,
): Promise<A> => {
  const database = openDatabase({ url, poolSize: 1 });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
};

/** Does the work on a connection to the event store. */
export const onEventStore = async <A>(
  url: string,
  work: (client: StoreConnection['client']) => Promise<A>,
): Promise<A> => {
  const { client, close } = connectToEventStore(url);
  try {
    return await work(client);
  } finally {
    await close();
  }
};

/** A server is reachable and grants access; then the outcome is that of `next`. */
const serverCheck = (
  name: string,
  variable: string,
  access: () => Promise<ServerAccess>,
  next: () => Outcome | Promise<Outcome>,
): Check => {
  const remedy = `Start the server, or correct ${variable}.`;
  return check(name, remedy, async () => {
    const found = await access();
    switch (found._tag) {
      case 'Granted':
        return next();
      case 'Refused':
        return failed('reachable, but it refuses what the service needs', found.advice);
      case 'Unreachable':
        return failed(`no server answers (${found.cause})`, remedy);
    }
  });
};

const MIGRATE = 'Start the service once, or any of its processes: it brings the schema up to date.';

/** EventStoreDB is reachable, and its user may read and append. */
export const eventStoreCheck = (url: string): Check =>
  serverCheck(
    'EventStoreDB',
    'EVENTSTORE_URL',
    () => eventStoreAccess(url),
    () => ok('reachable; its user may read and append'),
  );

/** PostgreSQL is reachable, and its schema is that of this release. */
export const postgresCheck = (url: string): Check =>
  serverCheck(
    'PostgreSQL',
    'DATABASE_URL',
    () => postgresAccess(url),
    async () => {
      const { pending, unknown } = await onDatabase(url, schemaDifference);
      if (unknown.length > 0)
        return failed(
          `the database has migrations that this release does not know (${unknown.join(', ')})`,
          'Run the release that made them, or restore a backup from before.',
        );
      return pending.length > 0
        ? failed(`reachable; ${pending.length} migrations have not run`, MIGRATE)
        : ok('reachable; all migrations have run');
    },
  );

/** NATS is reachable, and has JetStream with the render queue. */
export const natsCheck = (url: string): Check =>
  serverCheck(
    'NATS',
    'NATS_URL',
    () => natsAccess(url),
    async () => {
      const figures = await queueFigures(url);
      return figures === undefined
        ? warning(
            'reachable with JetStream; the render queue does not exist',
            'Start a projector or a worker: it creates the queue and publishes all unfinished renders again.',
          )
        : ok(`reachable with JetStream; ${figures.waiting} renders wait, ${figures.underWay} are under way`);
    },
  );

/** SERVICE_KEY is the one with which the secrets in the database are encrypted. */
export const serviceKeyCheck = (config: Pick<Config, 'serviceKey'>, databaseUrl: string): Check =>
  check(
    'service key',
    'Set SERVICE_KEY to that of the other processes, or fix the database first.',
    async () => {
      const isSet = config.serviceKey !== undefined;
      switch (await onDatabase(databaseUrl, (database) => secretsInDatabase(config, database))) {
        case 'opened':
          return ok('opens the secrets in the database');
        case 'none':
          return ok(isSet ? 'set; the database has no secrets yet' : 'not set; the secrets are in DATA_DIR');
        case 'without key':
          return warning(
            'not set, and the database has secrets that are encrypted with one',
            'Set SERVICE_KEY to that of the other processes: without it, this one has secrets of its own.',
          );
      }
    },
  );

/** The database was built from this event store. */
export const storeIdentityCheck = ({ databaseUrl, eventStoreUrl }: StoreAddresses): Check =>
  check('store identity', `Fix the event store and the database first. ${MIGRATE}`, async () => {
    const owner = await onDatabase(databaseUrl, recordedStore);
    const store = await onEventStore(eventStoreUrl, knownIdentity);
    if (owner === undefined) return ok('the database belongs to no event store yet');
    if (owner === store) return ok(`the database belongs to this event store (${owner})`);
    return failed(
      `the database belongs to the event store ${owner}, and EVENTSTORE_URL is ${store ?? 'a store without identity'}`,
      'Correct EVENTSTORE_URL or DATABASE_URL. If both are right, stop the service and run: npm run admin -- projections rebuild --adopt-store.',
    );
  });

/** The event store is not known to differ from the log of all events. */
export const historyCheck = ({ databaseUrl }: Pick<StoreAddresses, 'databaseUrl'>): Check =>
  check('history', `Fix the database first. ${MIGRATE}`, async () => {
    const { count, example, comparedAt } = await onDatabase(databaseUrl, (database) =>
      postgresMerkleLog(database).differences(),
    );
    if (example)
      return failed(
        `${count} events of the event store differ from the log; event ${example.revision} of ${example.stream} is ${example.problem}`,
        'npm run admin -- audit check lists them; docs/audit.md says what to do.',
      );
    return ok(
      comparedAt === undefined
        ? 'the whole history has not been compared with the log yet'
        : `all of it matched the log at ${comparedAt}`,
    );
  });
