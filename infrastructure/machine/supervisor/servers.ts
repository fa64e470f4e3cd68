import { join } from 'node:path';
import type { Config, ConnectedConfig } from '../../platform/config.js';
import { EVENT_STORE_NODE_OPTIONS } from '../../platform/event-store-memory.js';
import { eventStoreUrl, prepareEventStoreSecrets } from '../servers/event-store-secrets.js';
import { freePort } from '../servers/free-port.js';
import { natsUrl, startNatsServer } from '../servers/nats-server.js';
import { postgresUrl, startPostgres } from '../servers/postgres.js';
import { jetStreamFailure } from '../../nats/jetstream-watch.js';
import { programFile } from '../../platform/package-root.js';
import { persistentSecret } from '../../platform/private-files.js';
import type { StartedProcess } from '../processes/started-process.js';
import { serverFolders } from './end-leftovers.js';
import type { Instance } from './instance.js';
import { startNodeChild } from './node-child.js';

/**
 * Starts the embedded servers in place of those that are not configured; returns the configuration with all addresses.
 */
export const startServers = async (config: Config, instance: Instance): Promise<ConnectedConfig> => {
  const starting = [
    Promise.resolve(config.databaseUrl ?? embeddedPostgres(config, instance)),
    Promise.resolve(config.natsUrl ?? embeddedNats(config, instance)),
  ] as const;
  // One that is still starting when the other fails could not be stopped.
  await Promise.allSettled(starting);
  const [databaseUrl, nats] = await Promise.all(starting);
  const eventStoreUrl = config.eventStoreUrl ?? (await embeddedEventStore(config, databaseUrl, instance));
  return { ...config, databaseUrl, natsUrl: nats, eventStoreUrl };
};

const embeddedPostgres = async ({ dataDir }: Config, instance: Instance): Promise<string> => {
  const log = instance.childLog('postgres');
  const password = await persistentSecret(join(dataDir, 'postgres-password'));
  const port = await keepRunningOnAPort(instance, 'postgres', (port) =>
    startPostgres({ folder: serverFolders(dataDir).postgres, port, password, log }),
  );
  return postgresUrl({ port, password });
};

const embeddedNats = async ({ dataDir }: Config, instance: Instance): Promise<string> => {
  const log = instance.childLog('nats');
  const password = await persistentSecret(join(dataDir, 'secrets', 'nats-password'));
  const address = (port: number): string => natsUrl({ port, password });
  const port = await keepRunningOnAPort(
    instance,
    'nats',
    (port) => startNatsServer({ folder: serverFolders(dataDir).nats, port, password, log }),
    (port, signal) => jetStreamFailure(address(port), signal),
  );
  return address(port);
};

const embeddedEventStore = async ({ dataDir }: Config, databaseUrl: string, instance: Instance) => {
  const secrets = join(dataDir, 'secrets', 'event-store');
  await prepareEventStoreSecrets(secrets);
  const log = instance.childLog('event-store');
  const port = await keepRunningOnAPort(instance, 'event-store', (port, signal) =>
    startNodeChild(
      {
        name: 'event-store',
        script: programFile('processes/embedded-event-store'),
        nodeOptions: EVENT_STORE_NODE_OPTIONS,
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl,
          EVENTSTORE_PORT: String(port),
          EVENTSTORE_SECRETS: secrets,
        },
        log,
        readyWithin: 60_000,
        endWithin: 25_000,
      },
      signal,
    ),
  );
  return eventStoreUrl(secrets, port);
};

/** Another program may take a free port before the server does, so each attempt of the first start uses a new port. */
const keepRunningOnAPort = async (
  instance: Instance,
  name: string,
  start: (port: number, signal: AbortSignal) => Promise<StartedProcess>,
  failing?: (port: number, signal: AbortSignal) => Promise<string>,
): Promise<number> => {
  let tried = 0;
  let settled: number | undefined;
  await instance.keepRunning({
    name,
    start: async (signal) => {
      tried = settled ?? (await freePort());
      const server = await start(tried, signal);
      settled = tried;
      return server;
    },
    ...(failing && { failing: (signal) => failing(tried, signal) }),
  });
  return settled ?? tried;
};
