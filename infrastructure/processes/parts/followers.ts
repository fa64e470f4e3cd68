import { advancesBatches } from '../../../application/batches/advance-batches.js';
import { cachedStreamHeads } from '../../../application/commands/cached-stream-heads.js';
import type { EventArchive } from '../../../application/ports/event-archive.js';
import type { RenderQueue } from '../../../application/ports/render-queue.js';
import { triggersDispatch } from '../../../application/renders/dispatch-renders.js';
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
import { startBatchRunner } from './batch-runner.js';
import type { measuredAppends } from './metrics.js';
import { startRenderDispatcher } from './render-dispatcher.js';
import type { Stores } from './stores.js';
import type { LoopWatch } from './watch-loops.js';

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
