import * as E from 'fp-ts/lib/Either.js';
import { type OutputSweep, sweepOutputs } from '../../../application/outputs/sweep-outputs.js';
import type { Logger } from '../../platform/logging.js';
import { repeatedly } from './repeatedly.js';
import type { LoopWatch } from './watch-loops.js';

/** How often outputs are swept, in ms. */
const INTERVAL = 3_600_000;

/** Deletes outputs that are no longer needed, now and periodically until stopped. */
export const sweepStoredOutputs = (sweep: OutputSweep, loops: LoopWatch, logger: Logger) =>
  repeatedly(
    loops,
    'sweep of outputs',
    INTERVAL,
    async () => {
      const swept = await sweepOutputs(sweep);
      if (E.isLeft(swept)) logger.warn({ fault: swept.left }, 'could not sweep the outputs');
      else if (Object.values(swept.right).some((count) => count > 0))
        logger.info(swept.right, 'deleted outputs that are no longer needed');
    },
    (error) => logger.warn({ err: error }, 'could not sweep the outputs'),
  );
