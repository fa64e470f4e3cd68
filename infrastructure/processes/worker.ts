import { realpathSync, statSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ObjectStorage } from '../../application/ports/object-storage.js';
import { cachedStreamHeads } from '../../application/commands/cached-stream-heads.js';
import { renderOutcomes } from '../../application/renders/render-outcomes.js';
import { KeptFile } from '../../workers/render/ports/piece-cache.js';
import { rendererPreviews } from '../../workers/render/run/previews.js';
import { mediaRenderer } from '../../workers/render/run/run-render.js';
import { runRenderLoop } from '../../workers/render/run/render-loop.js';
import type { ConnectedConfig } from '../platform/config.js';
import { connectToEventStore } from '../eventstore/client.js';
import { eventStoreDbEventStore } from '../eventstore/event-store-db.js';
import type { Logger } from '../platform/logging.js';
import { assetDownloads } from '../sources/downloads.js';
import { mediaTools } from '../rendering/ffmpeg/tools.js';
import { rendererIdentity } from '../rendering/renderer-identity.js';
import { openWorkerFolder } from '../rendering/ffmpeg/worker-folder.js';
import { closeNats, connectToNats } from '../nats/connection.js';
import { servePreviews } from '../nats/previews.js';
import { natsProgressFeed } from '../nats/progress-feed.js';
import { jetStreamRenderQueue } from '../nats/render-queue.js';
import { guardedAgents } from '../net/guarded-agents.js';
import { openDatabase } from '../postgres/connection/database.js';
import { migrate } from '../postgres/migrations/migrate.js';
import { followPrivateHosts } from '../postgres/settings/private-hosts.js';
import { randomIds } from '../platform/random-ids.js';
import { abilities } from '../machine/sandbox/abilities.js';
import { isPartOfSystem } from '../machine/sandbox/file-view.js';
import { sandboxReport } from '../machine/sandbox/sandbox-report.js';
import { CachedContent } from '../sources/asset-cache.js';
import { contentCache } from '../storage/content-cache.js';
import { openObjectStorage } from '../storage/open-object-storage.js';
import { systemClock } from '../platform/system-clock.js';
import { transcriberFromConfig } from '../rendering/transcription/transcriber-from-config.js';
import { contentCredentials } from './parts/content-credentials.js';
import { claimAtStart } from './parts/claim-store.js';
import { downloadLimits, renderConcurrency, renderSettings } from './parts/render-limits.js';
import { processRegistry, workerMetrics } from './parts/metrics.js';
import { type Running, runProcess } from './parts/run-process.js';

/** Logs how decoders are sandboxed here, and what this machine does not support; see docs/security.md. */
const reportSandbox = (logger: Logger): void => {
  const { mode, summary, warnings } = sandboxReport(abilities(), process.getuid?.() === 0);
  logger.info({ mode }, `sandbox: ${summary}`);
  for (const warning of warnings) logger.warn({ mode }, warning);
};

/** A sandbox shows system folders to decoders, so private data must not be in one of them. */
const refuseVisibleFolder = (dataDir: string): void => {
  if (isPartOfSystem(realpathSync(dataDir)))
    throw new Error(`decoders can see ${dataDir} as part of the system; set DATA_DIR to a folder elsewhere`);
};

/** Reports the size of each file that was stored. */
const measuredStorage = (
  storage: ObjectStorage,
  onStored: (bytes: number) => void,
): Pick<ObjectStorage, 'put'> => ({
  put: (key, path, sha256) =>
    pipe(
      storage.put(key, path, sha256),
      TE.tapIO(() => () => onStored(statSync(path).size)),
    ),
});

/** How many frames this process draws on demand at once, next to its renders. */
const PREVIEWS_AT_ONCE = Math.max(2, availableParallelism());

/** As many as draw at once. */
const SPARE_PICTURE_PROCESSES = availableParallelism();

/** What renders use of earlier ones, unless the cache is turned off. */
const reusingFromConfig = ({ dataDir, pieceCacheBytes, pieceCacheShared }: ConnectedConfig) => {
  if (pieceCacheBytes === 0) return {};
  const cache = contentCache(KeptFile, join(dataDir, 'cache', 'pieces'), pieceCacheBytes);
  return { reusing: { cache, identity: rendererIdentity, isShared: pieceCacheShared } };
};

const start = async (config: ConnectedConfig, logger: Logger): Promise<Running> => {
  const { dataDir } = config;
  reportSandbox(logger);
  const database = openDatabase({ url: config.databaseUrl, poolSize: 2 });
  await migrate(database);
  const privateHosts = followPrivateHosts(database, config.allowedPrivateHosts);
  const agents = guardedAgents({ allowedPrivateHosts: privateHosts.current });
  const { client, close: disconnect } = connectToEventStore(config.eventStoreUrl);
  const stopping = new AbortController();
  const { eventStoreUrl } = config;
  const { refused } = await claimAtStart({ database, client, eventStoreUrl }, stopping.signal);
  const nats = await connectToNats(config.natsUrl, 'worker');
  const folder = await openWorkerFolder(join(dataDir, 'work'));
  refuseVisibleFolder(dataDir);
  const { close: closeTools, ...tools } = mediaTools(join(folder.path, 'pictures'), SPARE_PICTURE_PROCESSES);
  const credentials = await contentCredentials(config, (message) => logger.info(message));
  const needs = {
    ...tools,
    assets: assetDownloads({
      agents,
      cache: contentCache(CachedContent, join(dataDir, 'cache', 'assets'), config.assetCacheBytes),
      limits: downloadLimits(config),
    }),
    ...reusingFromConfig(config),
    transcriber: transcriberFromConfig(config, (message) => logger.warn(message)),
    ...(credentials ? { credentials } : {}),
  };
  const settings = { ...renderSettings(config), workRoot: folder.path };
  const renderer = mediaRenderer(needs, settings);
  const stopPreviews = servePreviews(nats, {
    previews: rendererPreviews(needs, settings),
    atOnce: PREVIEWS_AT_ONCE,
    onError: (error) => logger.error({ err: error }, 'a preview could not be made'),
  });

  const workerId = `${hostname()}-${process.pid}-${randomIds.uuid().slice(-12)}`;
  const registry = processRegistry();
  const metrics = workerMetrics(registry);
  const working = runRenderLoop(
    {
      queue: await jetStreamRenderQueue(nats),
      progress: natsProgressFeed(nats),
      outcomes: renderOutcomes(
        { eventStore: cachedStreamHeads(eventStoreDbEventStore(client)), ids: randomIds, clock: systemClock },
        workerId,
      ),
      renderer,
      limits: { fetchConcurrency: config.fetchConcurrency, renderConcurrency: renderConcurrency(config) },
      storage: measuredStorage(await openObjectStorage(config, 'outputs'), metrics.stored),
      notice: (what, renderId, detail) => {
        metrics.count(what);
        if (what === 'completed') metrics.stages(detail as Readonly<Record<string, number>>);
        if (what === 'failed' || what === 'unacknowledged')
          logger.warn({ renderId, detail }, `render ${what}`);
        else logger.info({ renderId, detail }, `render ${what}`);
      },
    },
    stopping.signal,
  );
  return {
    metrics: () => registry.metrics(),
    failed: Promise.race([refused, working.then(() => refused)]),
    stop: async () => {
      stopping.abort();
      await stopPreviews();
      await working;
      await closeNats(nats);
      await disconnect();
      agents.destroy();
      privateHosts.close();
      await database.destroy();
      await closeTools();
      await folder.close();
    },
  };
};

// Renders. Any number of these processes share the work.
await runProcess('worker', start);
