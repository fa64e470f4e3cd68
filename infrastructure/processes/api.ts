/** Serves the HTTP API; if forked, it also sends `{ listening: port }` to its parent. */
import { join } from 'node:path';
import { ffmpegFeatures } from '../rendering/ffmpeg/features.js';
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
import { progressWhenConnected } from '../nats/progress-feed.js';
import { eventStoreDbArchive } from '../eventstore/event-archive.js';
import { apiPlaces } from '../http/server/held-places.js';
import { createApp } from '../http/server/app.js';
import { startServer } from '../http/server/server.js';
import { videoLinks } from '../http/server/video-links.js';
import { postgresAssetUploads } from '../postgres/requests/asset-uploads.js';
import { postgresIdempotency } from '../postgres/requests/idempotency.js';
import { postgresQueries } from '../postgres/queries/queries.js';
import { postgresRateLimiter } from '../postgres/requests/rate-limits.js';
import { followPrivateHosts } from '../postgres/settings/private-hosts.js';
import { postgresWebhookDeliveries } from '../postgres/queries/webhook-deliveries.js';
import { postgresWebhookSecrets } from '../postgres/webhooks/webhook-secrets.js';
import { guardedWebhookAddresses } from '../webhooks/webhook-addresses.js';
import { postgresKeyRegistry } from '../postgres/log/key-registry.js';
import { guardedAgents } from '../net/guarded-agents.js';
import { guardedSourceProxy } from '../sources/source-proxy.js';
import { signingKeys } from '../signing/signing-keys.js';
import { openUploadStore } from '../storage/upload-store.js';
import { resumableUploads } from '../http/server/resumable-uploads.js';
import { resumeUploads } from '../http/server/finish-upload.js';
import { postgresUploadLocks } from '../postgres/requests/upload-locks.js';
import { openObjectStorage } from '../storage/open-object-storage.js';
import { systemClock } from '../platform/system-clock.js';
import { reportedTo } from './parts/history-check.js';
import { apiMetrics, measuredAppends, processRegistry } from './parts/metrics.js';
import { downloadLimits } from './parts/render-limits.js';
import { repeatedly } from './parts/repeatedly.js';
import { respondsInTime } from './parts/responds-in-time.js';
import { startProjectionWatchdog } from './parts/projection-watchdog.js';
import { runProcess } from './parts/run-process.js';
import { sharedSecrets } from './parts/shared-secrets.js';
import { connectWriteSide } from './parts/write-side.js';

/** How many unfinished batches one owner may have. */
const BATCHES_PER_OWNER = 10;

/** How often unfinished uploads are looked for that nobody continues, in ms. */
const RESUME_EVERY = 60_000;

/** How often expired idempotency records are deleted, in ms. */
const PRUNE_EVERY = 600_000;

await runProcess('api', async (config, logger, loops) => {
  const registry = processRegistry();
  const { database, client, side, merkleLog, comparison, refused, close } = await connectWriteSide(config, {
    measured: measuredAppends(registry),
    onDifferences: reportedTo(logger),
  });
  const secrets = await sharedSecrets(config, database);
  const keys = signingKeys(secrets.signingSeed, postgresKeyRegistry(database));
  await keys.current(); // a process with another SERVICE_KEY does not start
  const idempotency = postgresIdempotency(database, secrets.serviceKey);
  let isDraining = (): boolean => false;
  const privateHosts = followPrivateHosts(database, config.allowedPrivateHosts);
  const agents = guardedAgents({ allowedPrivateHosts: privateHosts.current });
  const watchdog = startProjectionWatchdog(client, database, loops, logger, registry);
  const queries = postgresQueries(database, config.ownerWeights);
  const uploads = await openWorkerFolder(join(config.dataDir, 'uploads'));
  const nats = natsInBackground(config.natsUrl, 'api');
  const watching = renderWatching({
    queries: queries.renders,
    subscribe: progressWhenConnected(nats.current),
    clock: systemClock,
    publicBaseUrl: config.publicBaseUrl,
    underWayPerOwner: config.ownerMaxRendersUnderWay,
  });
  const locks = await postgresUploadLocks(config.databaseUrl);
  const keeping = {
    ...side,
    queries,
    previews: natsPreviews(nats.current),
    assetStorage: await openObjectStorage(config, 'assets'),
    uploads: postgresAssetUploads(database),
    assetLimits: {
      fileBytes: config.assetMaxBytes,
      ownerBytes: config.ownerMaxAssetBytes,
      ownerUploads: config.ownerMaxUploads,
    },
    resumableUploads: resumableUploads(await openUploadStore(config), {
      locks,
      maxBytes: config.assetMaxBytes,
      folder: uploads.path,
    }),
  };
  const app = createApp({
    ...keeping,
    watching,
    underWayPerOwner: config.ownerMaxRendersUnderWay,
    admitRender: renderAdmission(queries.renders, config.ownerMaxPendingRenders),
    admitBatch: batchAdmission(queries.renderBatches, BATCHES_PER_OWNER),
    places: apiPlaces(),
    eventArchive: eventStoreDbArchive(client, comparison),
    webhookSecrets: postgresWebhookSecrets(database),
    sourceProxy: proxyWithSampleMedia(
      config.publicBaseUrl,
      guardedSourceProxy({ agents, limits: downloadLimits(config) }),
    ),
    webhookAddresses: guardedWebhookAddresses(privateHosts.current),
    webhookDeliveries: postgresWebhookDeliveries(database),
    rateLimiter: postgresRateLimiter(database),
    idempotency,
    merkleLog,
    signingKeys: keys,
    objectStorage: await openObjectStorage(config, 'outputs'),
    outputUrls: config.outputUrls,
    retentionDays: config.retentionDays,
    fonts: shippedFamilies,
    samples: shippedSamples(config.publicBaseUrl),
    fileInspector: engineFileInspector(),
    fileReceiving: { folder: uploads.path, maxBytes: config.maxVerifyBytes },
    features: new Set((await ffmpegFeatures()).keys()),
    videoLinks: videoLinks(secrets.serviceKey, systemClock),
    publicBaseUrl: config.publicBaseUrl,
    crossOrigin: { origins: config.corsOrigins, apiKeys: config.corsApiKeys },
    logger,
    reachable: async () => {
      const [postgresql, eventstoredb, history] = await Promise.all([
        respondsInTime(() => database.raw('select 1')),
        respondsInTime(() => client.getStreamMetadata('readiness')),
        respondsInTime(() => refuseDifferences(merkleLog)),
      ]);
      return { postgresql, eventstoredb, history, readModels: watchdog.following(), api: !isDraining() };
    },
    observe: apiMetrics(registry).observe,
    metrics: () => registry.metrics(),
  });
  const server = await startServer(app, config);
  isDraining = server.isDraining;
  const { address, port } = server.address;
  logger.info({ address, port }, 'listening');
  process.send?.({ listening: port });

  const resuming = repeatedly(
    loops,
    'unfinished uploads',
    RESUME_EVERY,
    async () => {
      for (const { assetId, fault } of await resumeUploads(keeping))
        logger.warn({ assetId, fault }, 'an upload could not be finished; it is tried again');
    },
    (error) => logger.warn({ err: error }, 'could not look for unfinished uploads'),
  );
  const pruning = repeatedly(loops, 'sweep of idempotency records', PRUNE_EVERY, idempotency.prune, (error) =>
    logger.warn({ err: error }, 'could not delete expired idempotency records'),
  );

  return {
    failed: refused,
    stop: async () => {
      await resuming.end();
      await pruning.end();
      watching.close();
      await server.drain(config.drainMs);
      await nats.close();
      agents.destroy();
      privateHosts.close();
      await locks.close();
      await watchdog.close();
      await uploads.close();
      await close();
    },
  };
});
