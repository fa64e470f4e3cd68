import * as E from 'fp-ts/lib/Either.js';
import {
  advanceBatches,
  advancesBatches,
  type BatchDependencies,
} from '../../../application/batches/advance-batches.js';
import { cachedStreamHeads } from '../../../application/commands/cached-stream-heads.js';
import type { EventArchive } from '../../../application/ports/event-archive.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { RenderQueue } from '../../../application/ports/render-queue.js';
import {
  type Dispatch,
  dispatchRenders,
  sweepRenders,
  triggersDispatch,
} from '../../../application/renders/dispatch-renders.js';
import type { HistoryComparison } from '../../../application/transparency/compare-history.js';
import type { Recorded } from '../../../domain/events.js';
import { eventStoreDbEventStore } from '../../eventstore/event-store-db.js';
import type { connectToNats } from '../../nats/connection.js';
import { natsProgressFeed } from '../../nats/progress-feed.js';
import type { ConnectedConfig } from '../../platform/config.js';
import type { Logger } from '../../platform/logging.js';
import { randomIds } from '../../platform/random-ids.js';
import { systemClock } from '../../platform/system-clock.js';
import { postgresVideoQueries } from '../../postgres/queries/videos.js';
import { postgresRenderBatchWork } from '../../postgres/renders/render-batch-work.js';
import { postgresRenderJobs } from '../../postgres/renders/render-jobs.js';
import { postgresProgressWriter } from '../../postgres/renders/render-progress.js';
import type { measuredAppends } from './metrics.js';
import type { Stores } from './stores.js';
import type { LoopWatch, Repeated } from './watch-loops.js';

/** How often to dispatch renders and to advance batches without a notification, in ms. */
const INTERVAL = 1000;

/** How often to look for renders that the queue may have lost, in ms. */
const SWEEP_INTERVAL = 5_000;

/** Dispatches renders, one dispatch at a time: immediately, on notification and every second. */
const startRenderDispatcher = (dispatch: Dispatch, loops: LoopWatch, logger: Logger): Repeated => {
  let lastSweep = -Infinity;
  return loops.repeat('dispatcher', INTERVAL, async () => {
    const now = performance.now();
    const steps: Array<E.Either<Fault, unknown>> = [];
    if (now - lastSweep >= SWEEP_INTERVAL) {
      lastSweep = now;
      steps.push(await sweepRenders(dispatch));
    }
    steps.push(await dispatchRenders(dispatch));
    for (const step of steps)
      if (E.isLeft(step)) logger.warn({ fault: step.left }, 'renders could not be queued');
  });
};

/** Advances all batches, one run at a time: now, when woken, and every second. */
export const startBatchRunner = (
  dependencies: BatchDependencies,
  loops: LoopWatch,
  logger: Logger,
): Repeated => {
  const advance = advanceBatches(dependencies);
  return loops.repeat('batches', INTERVAL, async () => {
    for (const { batchId, problem } of await advance())
      logger.warn({ batchId, problem }, 'a batch could not be advanced; it is tried again');
  });
};

/** What the followers of the read models work with. */
export interface FollowerDependencies {
  readonly config: ConnectedConfig;
  readonly logger: Logger;
  readonly loops: LoopWatch;
  readonly stores: Stores;
  readonly nats: Awaited<ReturnType<typeof connectToNats>>;
  readonly queue: RenderQueue;
  readonly againstLog: HistoryComparison;
  readonly archive: EventArchive;
  readonly measured: ReturnType<typeof measuredAppends>;
}

/** Starts what follows the read models: the progress of renders, their dispatch, and batches. */
export const startFollowers = ({
  config,
  logger,
  loops,
  stores,
  nats,
  ...projector
}: FollowerDependencies) => {
  const { database, client } = stores;
  const progress = postgresProgressWriter(database, (error) =>
    logger.warn({ err: error }, 'could not write progress'),
  );
  const unsubscribe = natsProgressFeed(nats).subscribe(progress.record);
  const dispatcher = startRenderDispatcher(
    {
      jobs: postgresRenderJobs(database),
      queue: projector.queue,
      underWayPerOwner: config.ownerMaxRendersUnderWay,
      weights: config.ownerWeights,
      isTraced: config.tracesEndpoint !== undefined,
    },
    loops,
    logger,
  );
  const batches = startBatchRunner(
    {
      eventStore: cachedStreamHeads(projector.measured(eventStoreDbEventStore(client, projector.againstLog))),
      ids: randomIds,
      clock: systemClock,
      work: postgresRenderBatchWork(database),
      videos: postgresVideoQueries(database),
      eventArchive: projector.archive,
    },
    loops,
    logger,
  );
  return {
    onApplied: (events: ReadonlyArray<Recorded>): void => {
      logger.debug({ events: events.length }, 'projected');
      if (events.some(({ event }) => triggersDispatch(event))) dispatcher.wake();
      if (events.some(({ event }) => advancesBatches(event))) batches.wake();
    },
    end: async (): Promise<void> => {
      await dispatcher.stop();
      await batches.stop();
      unsubscribe();
      await progress.close();
    },
  };
};
