import type { Knex } from 'knex';
import { sweepArea, sweepOldObjects, sweepOutputs } from '../../../application/outputs/sweeps.js';
import type { EventLog } from '../../../application/ports/event-log.js';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import { allProjections } from '../../../projections/all.js';
import type { Config, ConnectedConfig } from '../../platform/config.js';
import type { Logger } from '../../platform/logging.js';
import { readCheckpoints } from '../../postgres/read-models/checkpoints.js';
import { postgresRecordedOutputs } from '../../postgres/renders/recorded-outputs.js';
import { CONTENT_GRACE_MS, unusedKeys, whileUnused } from '../../postgres/requests/asset-contents.js';
import { sweepWebhookOrphans, type WebhookOrphans } from '../../postgres/webhooks/webhook-orphans.js';
import { openObjectStorage } from '../../storage/open-object-storage.js';
import type { LoopName } from './loops.js';
import type { LoopWatch, Repeated } from './watch-loops.js';

const HOUR = 3_600_000;

/** For how many days each policy keeps pinned sources. */
const PINNED_DAYS: Readonly<Record<Config['pinSources'], number>> = {
  none: 0,
  '30d': 30,
  forever: Infinity,
};

/** Deletes contents after all their assets were deleted or refused. @returns how many */
export const sweepAssets = async (database: Knex, storage: ObjectStorage): Promise<number> => {
  let swept = 0;
  await sweepArea(storage, async (page, now, remove) => {
    const old = page
      .filter(({ modifiedAt }) => now - modifiedAt.getTime() > CONTENT_GRACE_MS)
      .map(({ key }) => key);
    for (const key of await unusedKeys(database, old)) {
      await whileUnused(database, async (_, isUnused) => {
        if (await isUnused(key)) await remove(key);
      });
      swept += 1;
    }
  });
  return swept;
};

/** Whether every projection has applied every event. */
const isCaughtUp = async (database: Knex, eventLog: EventLog): Promise<boolean> => {
  const checkpoints = await readCheckpoints(database);
  const positions = allProjections.flatMap(({ name }) => checkpoints.get(name) ?? []);
  const [furthestBehind] = positions.toSorted((a, b) => Number(a.commit - b.commit));
  if (!furthestBehind || positions.length < allProjections.length) return false;
  return (await eventLog.headAfter(furthestBehind)) === undefined;
};

/** Removes what belongs to no webhook endpoint. @returns how much of each kind */
export const sweepOrphans = (database: Knex, eventLog: EventLog): Promise<WebhookOrphans> =>
  sweepWebhookOrphans(database, () => isCaughtUp(database, eventLog));

/** Removes all that is no longer kept, now and periodically until stopped. */
export const startSweeps = async (
  config: ConnectedConfig,
  database: Knex,
  eventLog: EventLog,
  loops: LoopWatch,
  logger: Logger,
): Promise<{ readonly end: () => Promise<void> }> => {
  /** @param sweep returns how many of each kind it has removed */
  const sweeping = (
    name: LoopName,
    intervalMs: number,
    sweep: () => Promise<Readonly<Record<string, number>>>,
  ): Repeated =>
    loops.repeat(name, intervalMs, async () => {
      const removed = await sweep();
      if (Object.values(removed).some((count) => count > 0))
        logger.info(removed, `the ${name} removed what is no longer kept`);
    });
  const { pinSources, retentionDays } = config;
  const assets = await openObjectStorage(config, 'assets');
  const outputs = await openObjectStorage(config, 'outputs');
  const sources = await openObjectStorage(config, 'sources');
  const recorded = postgresRecordedOutputs(database);
  const sweeps = [
    sweeping('sweep of assets', HOUR, async () => ({ objects: await sweepAssets(database, assets) })),
    sweeping('sweep of orphans', HOUR / 6, async () => ({ ...(await sweepOrphans(database, eventLog)) })),
    sweeping('sweep of outputs', HOUR, () => sweepOutputs({ storage: outputs, recorded, retentionDays })),
    sweeping('sweep of pinned sources', HOUR, async () => ({
      objects: await sweepOldObjects(sources, PINNED_DAYS[pinSources]),
    })),
  ];
  return {
    end: async () => {
      for (const sweep of sweeps) await sweep.stop();
    },
  };
};
