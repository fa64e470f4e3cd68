import { hostname } from 'node:os';
import { join } from 'node:path';
import { cachedStreamHeads } from '../../application/commands/cached-stream-heads.js';
import { fairSemaphore } from '../../application/permits/fair-semaphore.js';
import { SHARED } from '../../application/permits/shared-resources.js';
import { renderOutcomes } from '../../application/renders/render-outcomes.js';
import { historyComparison } from '../../application/transparency/compare-history.js';
import type { RenderId } from '../../domain/ids.js';
import { rendererPreviews } from '../../workers/render/run/previews/previews.js';
import { hardwareEncoding } from '../../workers/render/run/pieces/hardware-encoding.js';
import { mediaRenderer } from '../../workers/render/run/run-render.js';
import { mediaReplayer } from '../../workers/render/run/replay/replay-render.js';
import { runRenderLoop } from '../../workers/render/run/loop/render-loop.js';
import type { ConnectedConfig } from '../platform/config.js';
import { eventStoreDbEventStore } from '../eventstore/event-store-db.js';
import type { Logger } from '../platform/logging.js';
import { withSampleMedia } from '../sources/sample-media.js';
import { withSpokenTexts } from '../sources/spoken-texts.js';
import { withStoredAssets } from '../sources/stored-assets.js';
import { assetDownloads } from '../sources/downloads.js';
import { mediaTools } from '../rendering/ffmpeg/tools.js';
import { openWorkerFolder } from '../rendering/ffmpeg/worker-folder.js';
import { closeNats, connectToNats } from '../nats/connection.js';
import { servePreviews } from '../nats/preview-server.js';
import { natsProgressFeed } from '../nats/progress-feed.js';
import { jetStreamRenderQueue } from '../nats/render-queue.js';
import { guardedAgents } from '../net/guarded-agents.js';
import { postgresMerkleLog } from '../postgres/log/merkle-log.js';
import { postgresAssetQueries } from '../postgres/queries/assets.js';
import { postgresLastReports } from '../postgres/renders/render-progress.js';
import { randomIds } from '../platform/random-ids.js';
import { currentTraceparent, inSpan } from '../platform/tracing/spans.js';
import { CachedContent } from '../sources/asset-cache.js';
import { contentCache } from '../storage/content-cache.js';
import { openObjectStorage } from '../storage/open-object-storage.js';
import { storedSourcePins } from '../storage/source-pins.js';
import { systemClock } from '../platform/system-clock.js';
import { speechFromConfig } from '../rendering/speech/speech-from-config.js';
import { transcriberFromConfig } from '../rendering/transcription/transcriber-from-config.js';
import { contentCredentials } from './parts/content-credentials.js';
import { refuseVisibleFolder, reportSandbox } from './parts/decoder-sandbox.js';
import { downloadLimits, renderConcurrency, configuredRenderSettings } from './parts/render-limits.js';
import { differenceLogger } from './parts/history-check.js';
import { measuredAppends, processRegistry, workerMetrics } from './parts/metrics.js';
import { measuredRenderer, measuredStorage } from './parts/measured-work.js';
import { pictureCacheFromConfig, sharedCacheFromConfig } from './parts/reused-pieces.js';
import { type Running, runProcess } from './parts/run-process.js';
import { secretsInDatabase } from './parts/shared-secrets.js';
import { DRAWING, SPARE_PROCESSES } from './parts/spare-processes.js';
import { connectStores, type Stores } from './parts/stores.js';
import type { LoopWatch } from './parts/watch-loops.js';

/**
 * How long a stopping worker waits until finished files are stored, in ms. Less than the time limit of an orderly
 * shutdown, so that it can still hand the renders back.
 */
const STORE_GRACE_MS = 10_000;

const renderDependencies = async (
  config: ConnectedConfig,
  logger: Logger,
  { database }: Pick<Stores, 'database'>,
  agents: ReturnType<typeof guardedAgents>,
  tools: Omit<ReturnType<typeof mediaTools>, 'close'>,
  metrics: ReturnType<typeof workerMetrics>,
) => {
  const credentials = await contentCredentials(config, (message) => logger.info(message));
  const stored = await openObjectStorage(config, 'assets');
  const sources = await openObjectStorage(config, 'sources');
  const dependencies = {
    ...tools,
    proxies: stored,
    assets: withSpokenTexts(
      {
        engine: speechFromConfig(config, (message) => logger.warn(message)),
        storage: sources,
        permits: fairSemaphore(SHARED.speech),
      },
      withStoredAssets(
        { assets: postgresAssetQueries(database, () => undefined), storage: stored },
        withSampleMedia(
          config.publicBaseUrl,
          assetDownloads({
            agents,
            cache: contentCache(
              CachedContent,
              join(config.dataDir, 'cache', 'assets'),
              config.assetCacheBytes,
            ),
            limits: downloadLimits(config),
            onReceived: metrics.fetched,
          }),
        ),
      ),
    ),
    ...sharedCacheFromConfig(config),
    ...pictureCacheFromConfig(config),
    hardware: hardwareEncoding(config.renderEncoder, tools.encoder, (message) => logger.info(message)),
    pins: storedSourcePins(sources, systemClock, config.pinSources !== 'none'),
    inStage: <A>(stage: string, work: () => Promise<A>) => inSpan(stage, {}, work),
    transcriber: transcriberFromConfig(config, (message) => logger.warn(message)),
    ...(credentials ? { credentials } : {}),
  };
  // Both cache their results: no render waits for them.
  await Promise.all([dependencies.hardware.current(), tools.encoder.version()]);
  return dependencies;
};

/** Records the outcomes of renders under the name of this worker. */
const outcomesOf = (
  { database, client }: Stores,
  measured: ReturnType<typeof measuredAppends>,
  logger: Logger,
) =>
  renderOutcomes(
    {
      eventStore: cachedStreamHeads(
        measured(
          eventStoreDbEventStore(
            client,
            historyComparison(postgresMerkleLog(database), differenceLogger(logger)),
          ),
        ),
      ),
      ids: randomIds,
      clock: systemClock,
      traceparent: currentTraceparent,
    },
    `${hostname()}-${process.pid}-${randomIds.uuid().slice(-12)}`,
    postgresLastReports(database),
  );

/** Logs and counts what happens to renders. */
const noticeOf =
  (metrics: ReturnType<typeof workerMetrics>, logger: Logger) =>
  (what: string, renderId: RenderId, detail: unknown): void => {
    metrics.count(what);
    if (what === 'completed') metrics.stages(detail as Readonly<Record<string, number>>);
    if (what === 'failed' || what === 'unacknowledged') logger.warn({ renderId, detail }, `render ${what}`);
    else logger.info({ renderId, detail }, `render ${what}`);
  };

const start = async (config: ConnectedConfig, logger: Logger, loops: LoopWatch): Promise<Running> => {
  reportSandbox(logger);
  const stores = await connectStores(config, { poolSize: 2 });
  await secretsInDatabase(config, stores.database); // refuses another SERVICE_KEY
  const agents = guardedAgents({ allowedPrivateHosts: config.allowedPrivateHosts });
  const stopping = new AbortController();
  const nats = await connectToNats(config.natsUrl, 'worker');
  const folder = await openWorkerFolder(join(config.dataDir, 'work'));
  refuseVisibleFolder(config.dataDir);
  const { close: closeTools, ...tools } = mediaTools(join(folder.path, 'pictures'), SPARE_PROCESSES);
  const registry = processRegistry();
  const metrics = workerMetrics(registry);
  const outputs = await openObjectStorage(config, 'outputs');
  const dependencies = await renderDependencies(config, logger, stores, agents, tools, metrics);
  const settings = { ...configuredRenderSettings(config), workRoot: folder.path };
  const previews = rendererPreviews(dependencies, settings, fairSemaphore(DRAWING));
  const stopPreviews = servePreviews(nats, {
    previews,
    permits: fairSemaphore(SHARED.making),
    onError: (error) => logger.error({ err: error }, 'a preview could not be made'),
  });
  const working = runRenderLoop(
    {
      queue: await jetStreamRenderQueue(nats, (pull) => loops.step('render queue', pull)),
      progress: natsProgressFeed(nats),
      outcomes: loops.each('render claims', outcomesOf(stores, measuredAppends(registry), logger)),
      renderer: measuredRenderer(mediaRenderer(dependencies, settings), metrics.rendered),
      limits: { fetchConcurrency: config.fetchConcurrency, renderConcurrency: renderConcurrency(config) },
      replayer: mediaReplayer({ ...dependencies, storage: outputs }, settings),
      storage: measuredStorage(outputs, metrics.stored),
      storeGraceMs: STORE_GRACE_MS,
      notice: noticeOf(metrics, logger),
    },
    stopping.signal,
  );
  return {
    metrics: () => registry.metrics(),
    failed: Promise.race([stores.refused, working.then(() => stores.refused)]),
    stop: async () => {
      stopping.abort();
      await stopPreviews();
      await working;
      await closeNats(nats);
      agents.destroy();
      await stores.close();
      await closeTools();
      await folder.close();
    },
  };
};

// Renders. Any number of these processes share the work.
await runProcess('worker', start);
