import { advanceBatches, type BatchSide } from '../../../application/batches/advance-batches.js';
import type { Logger } from '../../platform/logging.js';
import { type Repeated, repeatedly } from './repeatedly.js';
import type { LoopWatch } from './watch-loops.js';

/** How often to advance batches without a notification, in ms. */
const INTERVAL = 1000;

/** Does what is left to do for batches, one run at a time: immediately, on notification and every second. */
export const startBatchRunner = (side: BatchSide, loops: LoopWatch, logger: Logger): Repeated => {
  const advance = advanceBatches(side);
  const run = async (): Promise<void> => {
    for (const { batchId, problem } of await advance())
      logger.warn({ batchId, problem }, 'a batch could not be advanced; it is tried again');
  };
  return repeatedly(loops, 'batches', INTERVAL, run, (error) =>
    logger.error({ err: error }, 'batches could not be advanced'),
  );
};
