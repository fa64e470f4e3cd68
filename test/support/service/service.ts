/** The service in tests: real servers, with the projector and the API in this process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { advancesBatches } from '../../../application/batches/advance-batches.js';
import { cachedStreamHeads } from '../../../application/commands/cached-stream-heads.js';
import { PUBLIC_BASE_URL } from './public-base-url.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import type { Previews } from '../../../application/ports/previews.js';
import { renderWatching } from '../../../application/renders/watch-renders.js';
import type { ProgressFeed } from '../../../application/ports/render-queue.js';
import { natsPreviews } from '../../../infrastructure/nats/previews.js';
import { issueApiKey } from '../../../application/api-keys/api-keys.js';
import type { WriteDependencies } from '../../../application/commands/write-and-await.js';
import { runProjections } from '../../../application/projections/run-projections.js';
import type { ApiKeyScope, RateLimits } from '../../../domain/api-key/events.js';
import type { OwnerId } from '../../../domain/ids.js';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { lastOwnCommit } from '../../../infrastructure/eventstore/log-head.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import type { apiResources } from '../../../infrastructure/http/server/request-permits.js';
import { startServer } from '../../../infrastructure/http/server/server.js';
import { LOCK_CHECKPOINTS } from '../../../infrastructure/postgres/read-models/checkpoints.js';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { enqueueDeliveries } from '../../../infrastructure/postgres/webhooks/deliveries.js';
import { postgresDeliveryQueue } from '../../../infrastructure/postgres/webhooks/delivery-queue.js';
import { postgresProjectionStore } from '../../../infrastructure/postgres/read-models/projection-store.js';
import { postgresQueries } from '../../../infrastructure/postgres/queries/queries.js';
import { postgresReadModel } from '../../../infrastructure/postgres/read-models/read-model.js';
import { sendTogether } from '../../../infrastructure/postgres/connection/statements.js';
import { randomIds } from '../../../infrastructure/platform/random-ids.js';
import { resumableUploads } from '../../../infrastructure/http/server/resumable-uploads.js';
import { postgresAssetUploads } from '../../../infrastructure/postgres/requests/asset-uploads.js';
import { postgresUploadLocks } from '../../../infrastructure/postgres/requests/upload-locks.js';
import {
  type StorageConfig,
  openObjectStorage,
} from '../../../infrastructure/storage/open-object-storage.js';
import { openUploadStore } from '../../../infrastructure/storage/upload-store.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import { startBatchRunner } from '../../../infrastructure/processes/parts/followers.js';
import { watchLoops } from '../../../infrastructure/processes/parts/watch-loops.js';
import { postgresRenderBatchWork } from '../../../infrastructure/postgres/renders/render-batch-work.js';
import { allProjections } from '../../../projections/all.js';
import { eventually } from '../eventually.js';
import { type Api, apiClient } from './http-client.js';
import { startNodeHere } from '../event-store/node-process.js';
import { testLog } from '../event-store/merkle-log.js';
import { atEnd } from '../at-end.js';
import { createMigratedDatabase, createTestDatabase } from '../servers/postgres.js';
import { rightOf } from '../right-of.js';
import { ASSET_LIMITS, type HttpLimits, serviceApp } from './service-app.js';
import { silentEventLog } from '../event-store/silent-event-log.js';
import { forSuite } from '../for-suite.js';

/** An object storage that is a folder. */
export const storageIn = (dataDir: string) => ({
  dataDir,
  objectStore: undefined,
  s3Endpoint: undefined,
  s3Region: 'us-east-1',
  s3AccessKeyId: undefined,
  s3SecretAccessKey: undefined,
  s3PathStyle: false,
});

const withoutWorkers: Previews = natsPreviews(() => undefined);

const withoutProgress: ProgressFeed['subscribe'] = () => () => undefined;
const UNDER_WAY_PER_OWNER = 4;
const OWN_LIMITS: HttpLimits = {};
const IN_DATA_DIR: Partial<StorageConfig> = {};
const NO_CHANGES: Parameters<typeof apiResources>[0] = {};

/**
 * Starts everything except the workers, on separate servers. `readableWithinMs`: how long a write waits for the read
 * models. `projects`: whether to run the projector. `previews` and `subscribe`: by default, no worker is there to make
 * them, or to tell its progress. `http`: limits other than the service's own. `uploadStore`: where uploads and assets are.
 * `presigning`: where outputs are, which serves them. `startNode`: starts its event store, by default in this process.
 */
export const startService = async ({
  allowedPrivateHosts = [] as ReadonlyArray<string>,
  readableWithinMs = 10_000,
  maxPendingRenders = 1000,
  approvedOnly = false,
  maxOpenBatches = 10,
  projects = true,
  previews = withoutWorkers,
  subscribe = withoutProgress,
  http = OWN_LIMITS,
  permits = NO_CHANGES,
  uploadStore = IN_DATA_DIR,
  presigning = undefined as ObjectStorage | undefined,
  startNode = startNodeHere,
} = {}) => {
  const [storeDatabase, readDatabase] = [await createTestDatabase(), await createMigratedDatabase()];
  const node = await startNode(storeDatabase.url);
  const database = openDatabase({ url: readDatabase.url });
  const { client, close: disconnect } = connectToEventStore(node.connectionString);
  const readModel = await postgresReadModel({
    database,
    databaseUrl: readDatabase.url,
    lastStored: () => lastOwnCommit(client),
    timeoutMs: readableWithinMs,
  });
  const ended = new AbortController();
  const dataDir = await mkdtemp(join(tmpdir(), 'framewright-service-'));
  const log = testLog({ database, client, dataDir, signal: ended.signal });
  const logger = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const queries = postgresQueries(database, new Map(), readModel.onAdvanced);
  const batches =
    projects &&
    startBatchRunner(
      {
        eventStore: cachedStreamHeads(eventStoreDbEventStore(client, log.againstLog)),
        ids: randomIds,
        clock: systemClock,
        work: postgresRenderBatchWork(database),
        videos: queries.videos,
        eventArchive: eventStoreDbArchive(client, log.againstLog),
      },
      watchLoops(logger),
      logger,
    );
  const projecting =
    projects &&
    runProjections({
      eventLog: silentEventLog(client),
      store: postgresProjectionStore(database, allProjections, enqueueDeliveries(PUBLIC_BASE_URL)),
      onApplied: (events) => {
        if (batches && events.some(({ event }) => advancesBatches(event))) batches.wake();
      },
      signal: ended.signal,
    });
  const dependencies: WriteDependencies = {
    eventStore: cachedStreamHeads(eventStoreDbEventStore(client, log.againstLog)),
    ids: randomIds,
    clock: systemClock,
    readModel,
  };
  const locks = await postgresUploadLocks(readDatabase.url);
  const assetConfig = { ...storageIn(dataDir), ...uploadStore };
  const assetStorage = await openObjectStorage(assetConfig, 'assets');
  const uploads = resumableUploads(await openUploadStore(assetConfig, assetStorage), {
    locks,
    maxBytes: ASSET_LIMITS.fileBytes,
  });
  const objectStorage = presigning ?? localFiles(join(dataDir, 'outputs'));
  const watching = renderWatching({
    queries: queries.renders,
    subscribe,
    clock: systemClock,
    publicBaseUrl: PUBLIC_BASE_URL,
    underWayPerOwner: UNDER_WAY_PER_OWNER,
  });
  const agents = guardedAgents({ allowedPrivateHosts });
  const app = serviceApp({
    dependencies,
    queries,
    watching,
    underWayPerOwner: UNDER_WAY_PER_OWNER,
    maxPendingRenders,
    approvedOnly,
    maxOpenBatches,
    previews,
    permits,
    client,
    database,
    agents,
    allowedPrivateHosts,
    log,
    objectStorage,
    outputUrls: presigning ? 'presigned' : 'proxy',
    assetStorage,
    uploads,
    dataDir,
    logger,
    http,
  });
  const server = await startServer(app, { host: '127.0.0.1', port: 0, ...http });
  return {
    baseUrl: `http://127.0.0.1:${server.address.port}`,
    client,
    dependencies,
    queries,
    database,
    deliveryQueue: postgresDeliveryQueue(database),
    objectStorage,
    assetStorage,
    /** What reads uploads that nobody continues. */
    uploading: {
      ...dependencies,
      queries,
      previews,
      assetStorage,
      uploads: postgresAssetUploads(database),
      assetLimits: ASSET_LIMITS,
      resumableUploads: uploads,
    },
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
    /**
     * Stops the projector for the duration of the work, which begins when the API has noticed it. Resolves when the
     * read models show what was stored meanwhile.
     */
    withoutProjector: async <A>(work: () => Promise<A>): Promise<A> => {
      const done = await database.transaction(async (transaction) => {
        await sendTogether(transaction, [LOCK_CHECKPOINTS]);
        await eventually(() => expect(readModel.isClose()).to.equal(false));
        return work();
      });
      const commit = (await lastOwnCommit(client)) ?? 0n;
      await eventually(async () => rightOf(await readModel.reached({ commit, prepare: commit })()));
      return done;
    },
    /** A key of an owner; without rate limits unless given. */
    issueKey: async (
      owner: string,
      limits: RateLimits = {},
      scopes?: ReadonlyArray<ApiKeyScope>,
    ): Promise<string> => {
      const key = { ownerId: owner as OwnerId, limits, ...(scopes ? { scopes } : {}) };
      const issued = await issueApiKey(dependencies)(key, { actor: { type: 'admin' }, requestId: 'test' })();
      return rightOf(issued).key;
    },
    stop: async (): Promise<void> => {
      watching.close();
      await server.drain();
      agents.destroy();
      ended.abort();
      await projecting;
      if (batches) await batches.stop();
      await locks.close();
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

/** A service for the tests of a suite alone. */
export const serviceForSuite = (options?: Parameters<typeof startService>[0]): Service =>
  forSuite(
    () => startService(options),
    ({ stop }) => stop(),
  );

let shared: Promise<Service> | undefined;

/** The service shared by the suites of a process: use your own owners. */
export const sharedService = (): Promise<Service> => {
  shared ??= startService().then((service) => {
    atEnd(service.stop);
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

/** A client of a suite with a key of such an owner, at the service that suites share or at another one. */
export const apiForSuite = (at?: Pick<Service, 'baseUrl' | 'issueKey'>): Api => {
  let api: Api | undefined;
  before(async () => {
    api = at ? apiClient(at.baseUrl, await at.issueKey('owner-of-the-suite')) : await clientOfNewOwner();
  });
  return (...request) => (api as Api)(...request);
};
