/**
 * Runs the embedded event store in a separate process, on a port of 127.0.0.1. Reads DATABASE_URL, EVENTSTORE_PORT (0
 * picks a free one) and EVENTSTORE_SECRETS, the folder of its password and certificate. Without that folder, the store
 * serves any client that can reach it, without encryption. Logs JSON lines. If forked, it also sends `{ ready: true,
 * listening: port }` to its parent, and ends when the parent is gone.
 */
import { readEventStoreSecrets } from '../machine/servers/event-store-secrets.js';
import { startEmbeddedNode } from '../eventstore-node/node.js';
import { createLogger } from '../platform/logging.js';
import { configOrExit } from './parts/config-or-exit.js';

const logger = createLogger('event-store', configOrExit());

const { DATABASE_URL, EVENTSTORE_PORT, EVENTSTORE_SECRETS } = process.env;

const start = async (): Promise<void> => {
  if (DATABASE_URL === undefined) throw new Error('DATABASE_URL is not set');
  const node = await startEmbeddedNode({
    databaseUrl: DATABASE_URL,
    port: Number(EVENTSTORE_PORT ?? 0),
    security: EVENTSTORE_SECRETS === undefined ? undefined : await readEventStoreSecrets(EVENTSTORE_SECRETS),
    onFault: (error) => logger.error({ err: error }, 'fault'),
  });
  logger.info({ port: node.port }, 'listening');
  process.send?.({ ready: true, listening: node.port });

  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    node.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.fatal({ err: error }, 'could not shut down in order');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', () => stop('parent gone'));
};

start().catch((error: unknown) => {
  logger.fatal({ err: error }, 'could not start');
  process.exit(1);
});
