import { advanceBatches, type BatchDependencies } from '../../../application/batches/advance-batches.js';
import type { Logger } from '../../platform/logging.js';
import type { LoopWatch, Repeated } from './watch-loops.js';

/** How often to advance batches without a notification, in ms. */
const INTERVAL = 1000;

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
