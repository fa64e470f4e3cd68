import { runProjections } from '../../application/projections/run-projections.js';
import { historyComparison } from '../../application/transparency/compare-history.js';
import type { EventLog } from '../../application/ports/event-log.js';
import type { MerkleLog } from '../../application/ports/merkle-log.js';
import { allProjections } from '../../projections/all.js';
import type { ConnectedConfig } from '../platform/config.js';
import { eventStoreDbArchive } from '../eventstore/event-archive.js';
import { eventStoreDbEventLog } from '../eventstore/event-log.js';
import type { Logger } from '../platform/logging.js';
import { closeNats, connectToNats } from '../nats/connection.js';
import { jetStreamRenderQueue } from '../nats/render-queue.js';
import { enqueueDeliveries } from '../postgres/webhooks/deliveries.js';
import { becomeLeader } from '../postgres/connection/leadership.js';
import { postgresProjectionStore } from '../postgres/read-models/projection-store.js';
import { runMerkleLog } from './parts/merkle-log.js';
import { postgresMerkleLog } from '../postgres/log/merkle-log.js';
import { postgresKeyRegistry } from '../postgres/log/key-registry.js';
import { storeIdentity } from '../eventstore/store-identity.js';
import { signingKeys } from '../signing/signing-keys.js';
import { systemClock } from '../platform/system-clock.js';
import { catchUpAndLog } from './parts/catch-up-on-skipped.js';
import { claimStore } from './parts/claim-store.js';
import { type FollowerDependencies, startFollowers } from './parts/followers.js';
import { measuredAppends, processRegistry } from './parts/metrics.js';
import { historyMetrics, differenceLogger, runHistoryChecks } from './parts/history-check.js';
import { projectorMetrics } from './parts/queue-metrics.js';
import { type Running, runProcess } from './parts/run-process.js';
import { sharedSecrets } from './parts/shared-secrets.js';
import { startSweeps } from './parts/sweeps.js';
import { connectStores } from './parts/stores.js';
import type { LoopWatch } from './parts/watch-loops.js';

/** How long events are collected for the Merkle log, in ms; shorter than any interval of its checkpoints. */
const LOG_COLLECT_MS = 250;
/** How long to wait after the whole history was compared with the log, in ms, at least. */
const HISTORY_CHECK_MS = 30_000;

/** What the projector works with. */
interface Projector extends FollowerDependencies {
  readonly log: MerkleLog;
  readonly keys: ReturnType<typeof signingKeys>;
  /** Aborts when the process is to stop. */
  readonly stopping: AbortSignal;
}

/** Keeps the log of all events, and compares the history with it, until the signal aborts. */
const keepLog = async (
  { config, logger, loops, stores, log, againstLog, archive, keys }: Projector,
  eventLog: EventLog,
  signal: AbortSignal,
): Promise<unknown> =>
  Promise.all([
    runMerkleLog(
      {
        eventLog,
        archive,
        log: postgresMerkleLog(stores.database, await storeIdentity(stores.client)),
        againstLog,
        keys,
        clock: systemClock,
        collectMs: LOG_COLLECT_MS,
        checkpointMs: config.logCheckpointSeconds * 1000,
        signal,
      },
      loops,
      logger,
    ),
    runHistoryChecks({ eventLog, log, pauseMs: HISTORY_CHECK_MS, signal }, loops, logger),
  ]);

/** Projects events while this process leads. */
const lead = async (projector: Projector): Promise<void> => {
  const { config, logger, loops, stores, againstLog, stopping } = projector;
  const { database, client } = stores;
  const leadership = await becomeLeader(config.databaseUrl, 'projector', stopping);
  if (!leadership) return;
  logger.info('leading');
  const ended = AbortSignal.any([stopping, leadership.lost]);
  const eventLog = eventStoreDbEventLog(client, againstLog, {
    onLost: (error) => logger.warn({ err: error }, 'the subscription was dropped; subscribing again'),
    onUnknownEvent: (type) => logger.warn({ eventType: type }, 'skipped an event of an unknown type'),
    onUndecodableEvent: (event) => logger.error({ event }, 'skipped an event that cannot be decoded'),
  });
  const followers = startFollowers(projector);
  const sweeps = await startSweeps(config, database, eventLog, loops, logger);
  let keeping: Promise<unknown> | undefined;
  try {
    // Since this process started, another leader may have assigned the database to another store.
    await claimStore({ database, client, eventStoreUrl: config.eventStoreUrl }, ended);
    const { databaseUrl } = config;
    const catchingUp = { database, databaseUrl, eventLog, archive: projector.archive, signal: ended };
    keeping = Promise.all([catchUpAndLog(catchingUp, logger), keepLog(projector, eventLog, ended)]);
    const store = postgresProjectionStore(database, allProjections, enqueueDeliveries(config.publicBaseUrl));
    const projections = {
      eventLog,
      store: loops.each('projections', store),
      onApplied: followers.onApplied,
      signal: ended,
    };
    const projecting = loops.keepRunning('projections', () => runProjections(projections), ended);
    await Promise.race([projecting, keeping.then(() => projecting)]);
    if (!stopping.aborted) throw leadership.lost.reason;
  } finally {
    // Otherwise the process ends, and must not wait for what may never end.
    if (stopping.aborted) {
      await keeping;
      await sweeps.end();
      await followers.end();
      await leadership.resign();
    }
  }
};

const start = async (config: ConnectedConfig, logger: Logger, loops: LoopWatch): Promise<Running> => {
  const stores = await connectStores(config);
  const { database, client, refused } = stores;
  const stopping = new AbortController();
  const { signingSeed } = await sharedSecrets(config, database);
  const nats = await connectToNats(config.natsUrl, 'projector');
  const registry = processRegistry();
  projectorMetrics(registry, database, {
    ownerWeights: config.ownerWeights,
    underWayPerOwner: config.ownerMaxRendersUnderWay,
  });
  const log = postgresMerkleLog(database);
  historyMetrics(registry, log);
  const againstLog = historyComparison(log, differenceLogger(logger));
  const leading = lead({
    config,
    logger,
    loops,
    stores,
    nats,
    queue: await jetStreamRenderQueue(nats),
    log,
    againstLog,
    archive: eventStoreDbArchive(client, againstLog),
    measured: measuredAppends(registry),
    keys: signingKeys(signingSeed, postgresKeyRegistry(database)),
    stopping: stopping.signal,
  });
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
      await stores.close();
    },
  };
};

await runProcess('projector', start);
