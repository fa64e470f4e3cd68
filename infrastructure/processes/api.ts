/** Serves the HTTP API; if forked, it also sends `{ listening: port }` to its parent. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { engineFileInspector } from '../rendering/engine/file-inspector.js';
import { openWorkerFolder } from '../rendering/ffmpeg/worker-folder.js';
import { proxyWithSampleMedia } from '../sources/sample-media.js';
import { shippedSamples } from '../platform/shipped-samples.js';
import { shippedFamilies } from '../rendering/text/fonts/shipped-fonts.js';
import { renderWatching } from '../../application/renders/watch-renders.js';
import { batchAdmission, renderAdmission } from '../../application/renders/admit-render.js';
import { refuseDifferences } from '../../application/transparency/sign-checkpoint.js';
import { natsInBackground } from '../nats/background-connection.js';
import { natsPreviews } from '../nats/previews.js';
import { presenceFeed } from '../nats/presence-feed.js';
import { progressWhenConnected } from '../nats/progress-feed.js';
import { eventStoreDbArchive } from '../eventstore/event-archive.js';
import { apiResources } from '../http/server/request-permits.js';
import { createApp } from '../http/server/app.js';
import { startServer } from '../http/server/server.js';
import { videoLinks } from '../http/server/video-links.js';
import { postgresIdempotency } from '../postgres/requests/idempotency.js';
import { postgresQueries } from '../postgres/queries/queries.js';
import { postgresRateLimiter } from '../postgres/requests/rate-limits.js';
import { postgresWebhookDeliveries } from '../postgres/queries/webhook-deliveries.js';
import { postgresWebhookSecrets } from '../postgres/webhooks/webhook-secrets.js';
import { guardedWebhookAddresses } from '../webhooks/webhook-addresses.js';
import { postgresKeyRegistry } from '../postgres/log/key-registry.js';
import { guardedAgents } from '../net/guarded-agents.js';
import { guardedSourceProxy } from '../sources/source-proxy.js';
import { signingKeys } from '../signing/signing-keys.js';
import { openObjectStorage } from '../storage/open-object-storage.js';
import { systemClock } from '../platform/system-clock.js';
import { hasFullDisk } from '../../workers/files/full-disk.js';
import { assetDependencies, startResumingUploads } from './parts/asset-uploads.js';
import { differenceLogger } from './parts/history-check.js';
import { apiMetrics, measuredAppends, processRegistry } from './parts/metrics.js';
import { downloadLimits } from './parts/render-limits.js';
import { respondsInTime } from './parts/responds-in-time.js';
import { startProjectionWatchdog } from './parts/projection-watchdog.js';
import { type Running, runProcess } from './parts/run-process.js';
import { sharedSecrets } from './parts/shared-secrets.js';
import type { LoopWatch } from './parts/watch-loops.js';
import { connectWriteSide } from './parts/write-side.js';
import type { ConnectedConfig } from '../platform/config.js';
import type { Logger } from '../platform/logging.js';

/** How many unfinished batches one owner may have. */
const BATCHES_PER_OWNER = 10;

/** How often expired idempotency records are deleted, in ms. */
const PRUNE_EVERY = 600_000;

/** What the app takes from the settings and from files of the package. */
const fromSettings = (config: ConnectedConfig) => ({
  underWayPerOwner: config.ownerMaxRendersUnderWay,
  outputUrls: config.outputUrls,
  retentionDays: config.retentionDays,
  fonts: shippedFamilies,
  samples: shippedSamples(config.publicBaseUrl),
  publicBaseUrl: config.publicBaseUrl,
  crossOrigin: { origins: config.corsOrigins, apiKeys: config.corsApiKeys },
  permits: apiResources(),
  fileInspector: engineFileInspector(),
});

/** What the app takes from the database, besides the read models. */
const fromDatabase = (database: Knex, serviceKey: Uint8Array) => ({
  idempotency: postgresIdempotency(database, serviceKey),
  rateLimiter: postgresRateLimiter(database),
  webhookDeliveries: postgresWebhookDeliveries(database),
  webhookSecrets: postgresWebhookSecrets(database),
  videoLinks: videoLinks(serviceKey, systemClock),
});

/** Whether each dependency of the service is available now. @param own further states that this process knows itself */
const reachability = async (
  { database, client, merkleLog }: Awaited<ReturnType<typeof connectWriteSide>>,
  own: () => Readonly<Record<string, boolean>>,
) => {
  const [postgresql, eventstoredb, history] = await Promise.all([
    respondsInTime(() => database.raw('select 1')),
    respondsInTime(() => client.getStreamMetadata('readiness')),
    respondsInTime(() => refuseDifferences(merkleLog)),
  ]);
  return { postgresql, eventstoredb, history, ...own() };
};

/** The read models, and what depends on the number of renders in them. */
const fromReadModels = (
  { database, onAdvanced }: Pick<Awaited<ReturnType<typeof connectWriteSide>>, 'database' | 'onAdvanced'>,
  config: ConnectedConfig,
  nats: ReturnType<typeof natsInBackground>,
) => {
  const queries = postgresQueries(database, config.ownerWeights, onAdvanced);
  return {
    queries,
    watching: renderWatching({
      queries: queries.renders,
      subscribe: progressWhenConnected(nats.current),
      clock: systemClock,
      publicBaseUrl: config.publicBaseUrl,
      underWayPerOwner: config.ownerMaxRendersUnderWay,
    }),
    approvedOnly: config.renderApprovedOnly,
    admitRender: renderAdmission(queries.renders, config.ownerMaxPendingRenders),
    admitBatch: batchAdmission(queries.renderBatches, BATCHES_PER_OWNER),
  };
};

/** The access of the app to other servers, restricted to permitted addresses: sources, and addresses of webhooks. */
const fromOutside = (config: ConnectedConfig) => {
  const agents = guardedAgents({ allowedPrivateHosts: config.allowedPrivateHosts });
  return {
    dependencies: {
      sourceProxy: proxyWithSampleMedia(
        config.publicBaseUrl,
        guardedSourceProxy({ agents, limits: downloadLimits(config) }),
      ),
      webhookAddresses: guardedWebhookAddresses(config.allowedPrivateHosts),
    },
    close: () => agents.destroy(),
  };
};

/** The keys of the service. Rejects if the secrets in the database were encrypted with another SERVICE_KEY. */
const openKeys = async (config: ConnectedConfig, database: Knex) => {
  const { serviceKey, signingSeed } = await sharedSecrets(config, database);
  const keys = signingKeys(signingSeed, postgresKeyRegistry(database));
  await keys.current();
  return { serviceKey, keys };
};

const announce = ({ address, port }: AddressInfo, logger: Logger): void => {
  logger.info({ address, port }, 'listening');
  process.send?.({ listening: port });
};

const start = async (config: ConnectedConfig, logger: Logger, loops: LoopWatch): Promise<Running> => {
  const registry = processRegistry();
  const measured = measuredAppends(registry);
  const writing = await connectWriteSide(config, { measured, onDifferences: differenceLogger(logger) });
  const { database, client, dependencies, merkleLog, againstLog } = writing;
  const { serviceKey, keys } = await openKeys(config, database);
  let isDraining = (): boolean => false;
  const outside = fromOutside(config);
  const stored = fromDatabase(database, serviceKey);
  const watchdog = startProjectionWatchdog(client, database, loops, logger, registry);
  const uploads = await openWorkerFolder(join(config.dataDir, 'uploads'));
  const nats = natsInBackground(config.natsUrl, 'api');
  const read = fromReadModels(writing, config, nats);
  const assets = await assetDependencies(config, database);
  const previews = natsPreviews(nats.current);
  const uploadDependencies = { ...dependencies, ...assets.dependencies, queries: read.queries, previews };
  const app = createApp({
    ...uploadDependencies,
    ...fromSettings(config),
    ...stored,
    ...outside.dependencies,
    ...read,
    eventArchive: eventStoreDbArchive(client, againstLog),
    merkleLog,
    signingKeys: keys,
    objectStorage: await openObjectStorage(config, 'outputs'),
    fileReceiving: { folder: uploads.path, maxBytes: config.maxVerifyBytes },
    logger,
    reachable: async () => ({
      ...(await reachability(writing, () => ({ readModels: watchdog.following(), api: !isDraining() }))),
      disk: !(await hasFullDisk(config.dataDir)),
    }),
    presence: presenceFeed(nats.current),
    observe: apiMetrics(registry).observe,
    metrics: () => registry.metrics(),
  });
  const server = await startServer(app, config);
  isDraining = server.isDraining;
  announce(server.address, logger);
  const resuming = startResumingUploads(uploadDependencies, loops, logger);
  const { prune } = stored.idempotency;
  const pruning = loops.repeat('sweep of idempotency records', PRUNE_EVERY, prune);
  return {
    failed: writing.refused,
    stop: async () => {
      await resuming.stop();
      await pruning.stop();
      read.watching.close();
      await server.drain(config.drainMs);
      await nats.close();
      outside.close();
      await assets.close();
      await watchdog.close();
      await uploads.close();
      await writing.close();
    },
  };
};

await runProcess('api', start);
