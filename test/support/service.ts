/** The service in tests: real servers, with the projector and the API in this process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { cachedStreamHeads } from '../../application/commands/cached-stream-heads.js';
import { ffmpegFileInspector } from '../../infrastructure/rendering/ffmpeg/file-inspector.js';
import { shippedFamilies } from '../../infrastructure/rendering/text/shipped-fonts.js';
import type { Previews } from '../../application/ports/previews.js';
import { previewAdmission } from '../../application/previews/limit-previews.js';
import { natsPreviews } from '../../infrastructure/nats/previews.js';
import { renderAdmission } from '../../application/renders/admit-render.js';
import { issueApiKey } from '../../application/api-keys/api-keys.js';
import type { WriteSide } from '../../application/commands/write-and-await.js';
import { runProjections } from '../../application/projections/run-projections.js';
import type { RateLimits } from '../../domain/api-key/events.js';
import type { OwnerId } from '../../domain/ids.js';
import { connectToEventStore } from '../../infrastructure/eventstore/client.js';
import { eventStoreDbEventLog } from '../../infrastructure/eventstore/event-log.js';
import { eventStoreDbEventStore } from '../../infrastructure/eventstore/event-store-db.js';
import { eventStoreDbArchive } from '../../infrastructure/eventstore/event-archive.js';
import { createApp } from '../../infrastructure/http/server/app.js';
import { startServer } from '../../infrastructure/http/server/server.js';
import { LOCK_CHECKPOINTS } from '../../infrastructure/postgres/read-models/checkpoints.js';
import { openDatabase } from '../../infrastructure/postgres/connection/database.js';
import { enqueueDeliveries } from '../../infrastructure/postgres/webhooks/deliveries.js';
import { postgresDeliveryQueue } from '../../infrastructure/postgres/webhooks/delivery-queue.js';
import { postgresIdempotency } from '../../infrastructure/postgres/requests/idempotency.js';
import { migrate } from '../../infrastructure/postgres/migrations/migrate.js';
import { postgresProjectionStore } from '../../infrastructure/postgres/read-models/projection-store.js';
import { postgresQueries } from '../../infrastructure/postgres/queries/queries.js';
import { postgresRateLimiter } from '../../infrastructure/postgres/requests/rate-limits.js';
import { postgresReadModel } from '../../infrastructure/postgres/read-models/read-model.js';
import { postgresWebhookDeliveries } from '../../infrastructure/postgres/queries/webhook-deliveries.js';
import { postgresWebhookSecrets } from '../../infrastructure/postgres/webhooks/webhook-secrets.js';
import { sendTogether } from '../../infrastructure/postgres/connection/statements.js';
import { randomIds } from '../../infrastructure/platform/random-ids.js';
import { localFiles } from '../../infrastructure/storage/local-files.js';
import { systemClock } from '../../infrastructure/platform/system-clock.js';
import { guardedWebhookAddresses } from '../../infrastructure/webhooks/webhook-addresses.js';
import { allProjections } from '../../projections/all.js';
import { type Api, apiClient } from './http-client.js';
import { startNodeProcess } from './node-process.js';
import { testLog } from './merkle-log.js';
import { beforePostgresStops, createTestDatabase } from './postgres.js';
import { rightOf } from './right-of.js';

/** Maximum size of a file to verify. */
export const MAX_VERIFY_BYTES = 4 * 1024 * 1024;
const withoutWorkers: Previews = natsPreviews(() => undefined);

const PUBLIC_BASE_URL = 'https://video.example.org';

/**
 * Starts everything except the workers, on separate servers. `readableWithinMs`: how long a write waits for the read
 * models. `projects`: whether to run the projector. `previews`: by default, no worker is there to make them.
 */
export const startService = async ({
  allowedPrivateHosts = [] as ReadonlyArray<string>,
  readableWithinMs = 10_000,
  maxPendingRenders = 1000,
  projects = true,
  previews = withoutWorkers,
} = {}) => {
  const [storeDatabase, readDatabase] = [await createTestDatabase(), await createTestDatabase()];
  const node = await startNodeProcess(storeDatabase.url);
  const database = openDatabase({ url: readDatabase.url });
  await migrate(database);
  const { client, close: disconnect } = connectToEventStore(node.connectionString);
  const readModel = await postgresReadModel({
    database,
    databaseUrl: readDatabase.url,
    timeoutMs: readableWithinMs,
  });
  const ended = new AbortController();
  const projecting =
    projects &&
    runProjections({
      eventLog: eventStoreDbEventLog(client, {
        onLost: () => undefined,
        onUnknownEvent: () => undefined,
        onUndecodableEvent: () => undefined,
      }),
      store: postgresProjectionStore(database, allProjections, enqueueDeliveries(PUBLIC_BASE_URL)),
      onApplied: () => undefined,
      signal: ended.signal,
    });
  const side: WriteSide = {
    eventStore: cachedStreamHeads(eventStoreDbEventStore(client)),
    ids: randomIds,
    clock: systemClock,
    readModel,
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'framewright-service-'));
  const objectStorage = localFiles(join(dataDir, 'outputs'));
  const queries = postgresQueries(database);
  const log = testLog({ database, client, dataDir, signal: ended.signal });
  const app = createApp({
    ...side,
    queries,
    admitRender: renderAdmission(queries.renders, maxPendingRenders),
    previews,
    admitPreview: previewAdmission(2),
    eventArchive: eventStoreDbArchive(client),
    webhookSecrets: postgresWebhookSecrets(database),
    webhookAddresses: guardedWebhookAddresses(allowedPrivateHosts),
    webhookDeliveries: postgresWebhookDeliveries(database, systemClock),
    rateLimiter: postgresRateLimiter(database),
    idempotency: postgresIdempotency(database, Buffer.alloc(32, 7)),
    merkleLog: log.merkleLog,
    signingKeys: log.keys,
    objectStorage,
    outputUrls: 'proxy',
    fonts: shippedFamilies,
    fileInspector: ffmpegFileInspector(),
    fileReceiving: { folder: join(dataDir, 'uploads'), maxBytes: MAX_VERIFY_BYTES },
    features: new Set(['h264', 'vp9', 'gif', 'png', 'jpg', 'wav']),
    publicBaseUrl: PUBLIC_BASE_URL,
    crossOrigin: { origins: ['https://app.example.org'], apiKeys: false },
    logger: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    reachable: () => Promise.resolve({ postgresql: true }),
    observe: () => undefined,
    metrics: () => Promise.resolve(''),
  });
  const server = await startServer(app, { host: '127.0.0.1', port: 0 });
  return {
    baseUrl: `http://127.0.0.1:${server.address.port}`,
    client,
    side,
    queries,
    database,
    deliveryQueue: postgresDeliveryQueue(database, systemClock),
    objectStorage,
    log,
    dataDir,
    node,
    databaseUrl: readDatabase.url,
    storeDatabaseUrl: storeDatabase.url,
    /** Everything in the event store, as text. */
    recordedText: async (): Promise<string> => {
      const texts: Array<string> = [];
      for await (const { event } of client.readAll())
        if (event?.isJson === true) texts.push(JSON.stringify([event.type, event.data, event.metadata]));
      return texts.join('\n');
    },
    /** Stops the projector for the duration of the work. */
    withoutProjector: <A>(work: () => Promise<A>): Promise<A> =>
      database.transaction(async (transaction) => {
        await sendTogether(transaction, [LOCK_CHECKPOINTS]);
        return work();
      }),
    /** A key of an owner; without rate limits unless given. */
    issueKey: async (owner: string, limits: RateLimits = {}): Promise<string> => {
      const issued = await issueApiKey(side)(owner as OwnerId, limits, {
        actor: { type: 'admin' },
        requestId: 'test',
      })();
      return rightOf(issued).key;
    },
    stop: async (): Promise<void> => {
      await server.drain();
      ended.abort();
      await projecting;
      await log.ended();
      await readModel.close();
      await disconnect();
      await database.destroy();
      await node.stop();
      await Promise.all([storeDatabase.drop(), readDatabase.drop()]);
      await rm(dataDir, { recursive: true });
    },
  };
};

export type Service = Awaited<ReturnType<typeof startService>>;

let shared: Promise<Service> | undefined;

/** The service shared by the suites of a mocha process: use your own owners. */
export const sharedService = (): Promise<Service> => {
  shared ??= startService().then((service) => {
    beforePostgresStops(service.stop);
    return service;
  });
  return shared;
};

let owners = 0;

/** A client with a key of an owner that nothing else uses. */
export const clientOfNewOwner = async (limits?: RateLimits): Promise<Api> => {
  const service = await sharedService();
  owners += 1;
  return apiClient(service.baseUrl, await service.issueKey(`owner-${owners}`, limits));
};
