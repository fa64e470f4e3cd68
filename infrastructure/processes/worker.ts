import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { cachedStreamHeads } from '../../application/commands/cached-stream-heads.js';
import { fairPlaces } from '../../application/places/fair-places.js';
import { SHARED } from '../../application/places/shared-resources.js';
import { renderOutcomes } from '../../application/renders/render-outcomes.js';
import { historyComparison } from '../../application/transparency/compare-history.js';
import { rendererPreviews } from '../../workers/render/run/previews/previews.js';
import { hardwareEncoding } from '../../workers/render/run/pieces/hardware-encoding.js';
import { mediaRenderer } from '../../workers/render/run/run-render.js';
import { mediaReplayer } from '../../workers/render/run/replay/replay-render.js';
import { runRenderLoop } from '../../workers/render/run/loop/render-loop.js';
import type { ConnectedConfig } from '../platform/config.js';
import { connectToEventStore } from '../eventstore/client.js';
import { eventStoreDbEventStore } from '../eventstore/event-store-db.js';
import type { Logger } from '../platform/logging.js';
import { withSampleMedia } from '../sources/sample-media.js';
import { withStoredAssets } from '../sources/stored-assets.js';
import { assetDownloads } from '../sources/downloads.js';
import { mediaTools } from '../rendering/ffmpeg/tools.js';
import { openWorkerFolder } from '../rendering/ffmpeg/worker-folder.js';
import { closeNats, connectToNats } from '../nats/connection.js';
import { servePreviews } from '../nats/preview-server.js';
import { natsProgressFeed } from '../nats/progress-feed.js';
import { jetStreamRenderQueue } from '../nats/render-queue.js';
import { guardedAgents } from '../net/guarded-agents.js';
import { openDatabase } from '../postgres/connection/database.js';
import { postgresMerkleLog } from '../postgres/log/merkle-log.js';
import { postgresAssetQueries } from '../postgres/queries/assets.js';
import { migrate } from '../postgres/migrations/migrate.js';
import { postgresLastReports } from '../postgres/renders/render-progress.js';
import { followPrivateHosts } from '../postgres/settings/private-hosts.js';
import { randomIds } from '../platform/random-ids.js';
import { currentTraceparent, inSpan } from '../platform/tracing/spans.js';
import { abilities } from '../machine/sandbox/abilities.js';
import { isPartOfSystem } from '../machine/sandbox/file-view.js';
import { sandboxReport } from '../machine/sandbox/sandbox-report.js';
import { CachedContent } from '../sources/asset-cache.js';
import { contentCache } from '../storage/content-cache.js';
import { openObjectStorage } from '../storage/open-object-storage.js';
import { storedSourcePins } from '../storage/source-pins.js';
import { systemClock } from '../platform/system-clock.js';
import { transcriberFromConfig } from '../rendering/transcription/transcriber-from-config.js';
import { contentCredentials } from './parts/content-credentials.js';
import { claimAtStart } from './parts/claim-store.js';
import { downloadLimits, renderConcurrency, renderSettings } from './parts/render-limits.js';
import { reportedTo } from './parts/history-check.js';
import { measuredAppends, processRegistry, workerMetrics } from './parts/metrics.js';
import { measuredRenderer, measuredStorage } from './parts/measured-work.js';
import { keptFramesFromConfig, reusingFromConfig } from './parts/reused-pieces.js';
import { type Running, runProcess } from './parts/run-process.js';
import { DRAWING, SPARE_PROCESSES } from './parts/spare-processes.js';
import type { LoopWatch } from './parts/watch-loops.js';

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

/**
 * How long a stopping worker waits until finished files are stored, in ms. Less than the time limit of an orderly
 * shutdown, so that it can still hand the renders back.
 */
const STORE_GRACE_MS = 10_000;

const start = async (config: ConnectedConfig, logger: Logger, loops: LoopWatch): Promise<Running> => {
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
  const { close: closeTools, ...tools } = mediaTools(join(folder.path, 'pictures'), SPARE_PROCESSES);
  const credentials = await contentCredentials(config, (message) => logger.info(message));
  const registry = processRegistry();
  const metrics = workerMetrics(registry);
  const outputs = await openObjectStorage(config, 'outputs');
  const pins = storedSourcePins(
    await openObjectStorage(config, 'sources'),
    systemClock,
    config.pinSources !== 'none',
  );
  const needs = {
    ...tools,
    assets: withStoredAssets(
      { assets: postgresAssetQueries(database), storage: await openObjectStorage(config, 'assets') },
      withSampleMedia(
        config.publicBaseUrl,
        assetDownloads({
          agents,
          cache: contentCache(CachedContent, join(dataDir, 'cache', 'assets'), config.assetCacheBytes),
          limits: downloadLimits(config),
          onReceived: metrics.fetched,
        }),
      ),
    ),
    ...reusingFromConfig(config),
    ...keptFramesFromConfig(config),
    hardware: hardwareEncoding(config.renderEncoder, tools.encoder, (message) => logger.info(message)),
    pins,
    inStage: <A>(stage: string, work: () => Promise<A>) => inSpan(stage, {}, work),
    transcriber: transcriberFromConfig(config, (message) => logger.warn(message)),
    ...(credentials ? { credentials } : {}),
  };
  // Asked for at the start, so that no render waits for the answers.
  await Promise.all([needs.hardware.current(), tools.encoder.version(), tools.encoder.features()]);
  const settings = { ...renderSettings(config), workRoot: folder.path };
  const renderer = measuredRenderer(mediaRenderer(needs, settings), metrics.rendered);
  const previews = rendererPreviews(needs, settings, fairPlaces(DRAWING));
  const stopPreviews = servePreviews(nats, {
    previews,
    places: fairPlaces(SHARED.making),
    onError: (error) => logger.error({ err: error }, 'a preview could not be made'),
  });

  const workerId = `${hostname()}-${process.pid}-${randomIds.uuid().slice(-12)}`;
  const comparison = historyComparison(postgresMerkleLog(database), reportedTo(logger));
  const recorded = renderOutcomes(
    {
      eventStore: cachedStreamHeads(measuredAppends(registry)(eventStoreDbEventStore(client, comparison))),
      ids: randomIds,
      clock: systemClock,
      traceparent: currentTraceparent,
    },
    workerId,
    postgresLastReports(database),
  );
  const outcomes = loops.each('render claims', recorded);
  const working = runRenderLoop(
    {
      queue: await jetStreamRenderQueue(nats, (pull) => loops.step('render queue', pull)),
      progress: natsProgressFeed(nats),
      outcomes,
      renderer,
      limits: { fetchConcurrency: config.fetchConcurrency, renderConcurrency: renderConcurrency(config) },
      replayer: mediaReplayer({ ...needs, storage: outputs }, settings),
      storage: measuredStorage(outputs, metrics.stored),
      storeGraceMs: STORE_GRACE_MS,
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
      await previews.close();
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
