import { advancesBatches } from '../../application/batches/advance-batches.js';
import { cachedStreamHeads } from '../../application/commands/cached-stream-heads.js';
import { triggersDispatch } from '../../application/renders/dispatch-renders.js';
import { runProjections } from '../../application/projections/run-projections.js';
import { historyComparison } from '../../application/transparency/compare-history.js';
import { allProjections } from '../../projections/all.js';
import type { Recorded } from '../../domain/events.js';
import type { ConnectedConfig } from '../platform/config.js';
import { connectToEventStore } from '../eventstore/client.js';
import { eventStoreDbArchive } from '../eventstore/event-archive.js';
import { eventStoreDbEventStore } from '../eventstore/event-store-db.js';
import { eventStoreDbEventLog } from '../eventstore/event-log.js';
import type { Logger } from '../platform/logging.js';
import { closeNats, connectToNats } from '../nats/connection.js';
import { natsProgressFeed } from '../nats/progress-feed.js';
import { jetStreamRenderQueue } from '../nats/render-queue.js';
import { openDatabase } from '../postgres/connection/database.js';
import { enqueueDeliveries } from '../postgres/webhooks/deliveries.js';
import { becomeLeader } from '../postgres/connection/leadership.js';
import { migrate } from '../postgres/migrations/migrate.js';
import { postgresProjectionStore } from '../postgres/read-models/projection-store.js';
import { postgresRenderBatchWork } from '../postgres/renders/render-batch-work.js';
import { postgresVideoQueries } from '../postgres/queries/videos.js';
import { postgresRenderJobs } from '../postgres/renders/render-jobs.js';
import { postgresProgressWriter } from '../postgres/renders/render-progress.js';
import { runMerkleLog } from './parts/merkle-log.js';
import { postgresMerkleLog } from '../postgres/log/merkle-log.js';
import { postgresKeyRegistry } from '../postgres/log/key-registry.js';
import { storeIdentity } from '../eventstore/store-identity.js';
import { signingKeys } from '../signing/signing-keys.js';
import { randomIds } from '../platform/random-ids.js';
import { systemClock } from '../platform/system-clock.js';
import { catchUpOnSkipped } from './parts/catch-up-on-skipped.js';
import { claimAtStart, claimStore } from './parts/claim-store.js';
import { startBatchRunner } from './parts/batch-runner.js';
import { startRenderDispatcher } from './parts/render-dispatcher.js';
import { measuredAppends, processRegistry } from './parts/metrics.js';
import { historyMetrics, reportedTo, runHistoryChecks } from './parts/history-check.js';
import { projectorMetrics } from './parts/queue-metrics.js';
import { type Running, runProcess } from './parts/run-process.js';
import { sharedSecrets } from './parts/shared-secrets.js';
import { startSweeps } from './parts/sweeps.js';
import type { LoopWatch } from './parts/watch-loops.js';

/** How long events are collected for the Merkle log, in ms; shorter than any interval of its checkpoints. */
const LOG_COLLECT_MS = 250;
/** How long to wait after the whole history was compared with the log, in ms, at least. */
const HISTORY_CHECK_MS = 30_000;

const start = async (config: ConnectedConfig, logger: Logger, loops: LoopWatch): Promise<Running> => {
  const database = openDatabase({ url: config.databaseUrl });
  await migrate(database);
  const eventStore = connectToEventStore(config.eventStoreUrl);
  const { client } = eventStore;
  const { eventStoreUrl } = config;
  const stopping = new AbortController();
  const { refused } = await claimAtStart({ database, client, eventStoreUrl }, stopping.signal);
  const { signingSeed } = await sharedSecrets(config, database);
  const keys = signingKeys(signingSeed, postgresKeyRegistry(database));
  const nats = await connectToNats(config.natsUrl, 'projector');
  const queue = await jetStreamRenderQueue(nats);
  const jobs = postgresRenderJobs(database);
  const registry = processRegistry();
  projectorMetrics(registry, database, config.ownerWeights);
  const log = postgresMerkleLog(database);
  historyMetrics(registry, log);
  const comparison = historyComparison(log, reportedTo(logger));
  const measured = measuredAppends(registry);

  const lead = async (): Promise<void> => {
    const leadership = await becomeLeader(config.databaseUrl, 'projector', stopping.signal);
    if (!leadership) return;
    logger.info('leading');
    const progress = postgresProgressWriter(database, (error) =>
      logger.warn({ err: error }, 'could not write progress'),
    );
    const unsubscribe = natsProgressFeed(nats).subscribe(progress.record);
    const dispatcher = startRenderDispatcher(
      {
        jobs,
        queue,
        underWayPerOwner: config.ownerMaxRendersUnderWay,
        weights: config.ownerWeights,
        isTraced: config.tracesEndpoint !== undefined,
      },
      loops,
      logger,
    );
    const eventLog = eventStoreDbEventLog(client, comparison, {
      onLost: (error) => logger.warn({ err: error }, 'the subscription was dropped; subscribing again'),
      onUnknownEvent: (type) => logger.warn({ eventType: type }, 'skipped an event of an unknown type'),
      onUndecodableEvent: (event) => logger.error({ event }, 'skipped an event that cannot be decoded'),
    });
    const sweeps = await startSweeps(config, database, eventLog, loops, logger);
    const ended = AbortSignal.any([stopping.signal, leadership.lost]);
    const archive = eventStoreDbArchive(client, comparison);
    const batches = startBatchRunner(
      {
        eventStore: cachedStreamHeads(measured(eventStoreDbEventStore(client, comparison))),
        ids: randomIds,
        clock: systemClock,
        work: postgresRenderBatchWork(database),
        videos: postgresVideoQueries(database),
        eventArchive: archive,
      },
      loops,
      logger,
    );
    const catchUp = (): Promise<unknown> =>
      catchUpOnSkipped({
        database,
        databaseUrl: config.databaseUrl,
        eventLog,
        archive,
        signal: ended,
      }).then(
        (types) =>
          types.length > 0 && logger.info({ types }, 'rebuilt the read models with events skipped before'),
        (error: unknown) =>
          !ended.aborted && logger.error({ err: error }, 'could not rebuild the read models'),
      );
    let catchingUp: Promise<unknown> | undefined;
    let merkleLog: Promise<void> | undefined;
    let checking: Promise<void> | undefined;
    try {
      // Since this process started, another leader may have assigned the database to another store.
      await claimStore({ database, client, eventStoreUrl }, ended);
      catchingUp = catchUp();
      merkleLog = runMerkleLog(
        {
          eventLog,
          archive,
          log: postgresMerkleLog(database, await storeIdentity(client)),
          comparison,
          keys,
          clock: systemClock,
          collectMs: LOG_COLLECT_MS,
          checkpointMs: config.logCheckpointSeconds * 1000,
          signal: ended,
        },
        loops,
        logger,
      );
      checking = runHistoryChecks({ eventLog, log, pauseMs: HISTORY_CHECK_MS, signal: ended }, loops, logger);
      const store = postgresProjectionStore(
        database,
        allProjections,
        enqueueDeliveries(config.publicBaseUrl),
      );
      const projections = {
        eventLog,
        store: loops.each('projections', store),
        onApplied: (events: ReadonlyArray<Recorded>) => {
          logger.debug({ events: events.length }, 'projected');
          if (events.some(({ event }) => triggersDispatch(event))) dispatcher.wake();
          if (events.some(({ event }) => advancesBatches(event))) batches.wake();
        },
        signal: ended,
      };
      await loops.keepRunning('projections', () => runProjections(projections), ended);
      if (!stopping.signal.aborted) throw leadership.lost.reason;
    } finally {
      // Otherwise the process ends, and must not wait for what may never end.
      if (stopping.signal.aborted) {
        await catchingUp;
        await merkleLog;
        await checking;
        await sweeps.end();
        await dispatcher.stop();
        await batches.stop();
        unsubscribe();
        await progress.close();
        await leadership.resign();
      }
    }
  };

  const leading = lead();
  const unlessStopping = async (error: unknown): Promise<never> => {
    if (stopping.signal.aborted) return refused;
    throw error;
  };
  return {
    metrics: () => registry.metrics(),
    failed: Promise.race([refused, leading.then(() => refused, unlessStopping)]),
    stop: async () => {
      stopping.abort();
      await leading.catch(() => undefined);
      await closeNats(nats);
      await eventStore.close();
      await database.destroy();
    },
  };
};

await runProcess('projector', start);
