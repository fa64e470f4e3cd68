import type { Knex } from 'knex';
import type { EventLog } from '../../../application/ports/event-log.js';
import { allProjections } from '../../../projections/all.js';
import type { Logger } from '../../platform/logging.js';
import { readCheckpoints } from '../../postgres/read-models/checkpoints.js';
import { sweepWebhookOrphans } from '../../postgres/webhooks/webhook-orphans.js';
import { repeatedly } from './repeatedly.js';
import type { LoopWatch } from './watch-loops.js';

/** How often orphans are removed, in ms. */
const INTERVAL = 600_000;

/** Whether every projection has applied every event. */
const isCaughtUp = async (database: Knex, eventLog: EventLog): Promise<boolean> => {
  const checkpoints = await readCheckpoints(database);
  const positions = allProjections.flatMap(({ name }) => checkpoints.get(name) ?? []);
  const [furthestBehind] = positions.toSorted((a, b) => Number(a.commit - b.commit));
  if (!furthestBehind || positions.length < allProjections.length) return false;
  return (await eventLog.headAfter(furthestBehind)) === undefined;
};

/** Removes orphans now and periodically until stopped. */
export const sweepOrphans = (database: Knex, eventLog: EventLog, loops: LoopWatch, logger: Logger) =>
  repeatedly(
    loops,
    'sweep of orphans',
    INTERVAL,
    async () => {
      const orphans = await sweepWebhookOrphans(database, () => isCaughtUp(database, eventLog));
      if (orphans.secrets + orphans.deliveries > 0) logger.warn(orphans, 'removed webhook orphans');
    },
    (error) => logger.warn({ err: error }, 'could not remove orphans'),
  );
