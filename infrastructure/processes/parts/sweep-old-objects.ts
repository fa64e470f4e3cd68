import * as E from 'fp-ts/lib/Either.js';
import { sweepOldObjects } from '../../../application/outputs/sweep-old-objects.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import type { Config } from '../../platform/config.js';
import type { Logger } from '../../platform/logging.js';
import { repeatedly } from './repeatedly.js';
import type { LoopWatch } from './watch-loops.js';

/** How often objects are swept, in ms. */
const INTERVAL = 3_600_000;

/** For how many days each policy keeps pinned sources. */
const PINNED_DAYS: Readonly<Record<Config['pinSources'], number>> = {
  none: 0,
  '30d': 30,
  forever: Infinity,
};

/** Deletes pinned sources that are no longer kept, now and periodically until stopped. */
export const sweepPinnedSources = (
  storage: ObjectStorage,
  policy: Config['pinSources'],
  loops: LoopWatch,
  logger: Logger,
) =>
  repeatedly(
    loops,
    'sweep of pinned sources',
    INTERVAL,
    async () => {
      const swept = await sweepOldObjects({ storage, days: PINNED_DAYS[policy] });
      if (E.isLeft(swept)) logger.warn({ fault: swept.left }, 'could not sweep the pinned sources');
      else if (swept.right > 0)
        logger.info({ objects: swept.right }, 'deleted pinned sources that are no longer kept');
    },
    (error) => logger.warn({ err: error }, 'could not sweep the pinned sources'),
  );
