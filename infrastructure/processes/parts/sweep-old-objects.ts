import * as E from 'fp-ts/lib/Either.js';
import { type ObjectSweep, sweepOldObjects } from '../../../application/outputs/sweep-old-objects.js';
import type { Config } from '../../platform/config.js';
import type { Logger } from '../../platform/logging.js';
import { repeatedly } from './repeatedly.js';
import type { LoopWatch } from './watch-loops.js';

/** How often objects are swept, in ms. */
const INTERVAL = 3_600_000;

/** For how many days each policy keeps pinned sources. */
export const PINNED_DAYS: Readonly<Record<Config['pinSources'], number>> = {
  none: 0,
  '30d': 30,
  forever: Infinity,
};

/** For how many days pieces are kept that workers made for each other: until the render surely is over. */
export const SHARED_PIECE_DAYS = 1;

/** Deletes objects that are no longer kept, now and periodically until stopped. @param what names them in the log */
export const sweepRegularly = (
  what: 'pinned sources' | 'shared pieces',
  sweep: ObjectSweep,
  loops: LoopWatch,
  logger: Logger,
) =>
  repeatedly(
    loops,
    `sweep of ${what}`,
    INTERVAL,
    async () => {
      const swept = await sweepOldObjects(sweep);
      if (E.isLeft(swept)) logger.warn({ fault: swept.left }, `could not sweep the ${what}`);
      else if (swept.right > 0)
        logger.info({ objects: swept.right }, `deleted ${what} that are no longer kept`);
    },
    (error) => logger.warn({ err: error }, `could not sweep the ${what}`),
  );
