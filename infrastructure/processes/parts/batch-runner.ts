import { advanceBatches, type BatchSide } from '../../../application/batches/advance-batches.js';
import type { Logger } from '../../platform/logging.js';
import type { LoopWatch } from './watch-loops.js';
import { type WokenLoop, wokenLoop } from './woken-loop.js';

/** Does what is left to do for batches, one run at a time: immediately, on notification and every second. */
export const startBatchRunner = (side: BatchSide, loops: LoopWatch, logger: Logger): WokenLoop => {
  const advance = advanceBatches(side);
  const run = async (): Promise<void> => {
    for (const { batchId, problem } of await advance())
      logger.warn({ batchId, problem }, 'a batch could not be advanced; it is tried again');
  };
  return wokenLoop(loops, 'batches', run, (error) =>
    logger.error({ err: error }, 'batches could not be advanced'),
  );
};
