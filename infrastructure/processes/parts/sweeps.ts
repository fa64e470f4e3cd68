import type { Knex } from 'knex';
import { sweepOldObjects } from '../../../application/outputs/sweep-old-objects.js';
import { sweepOutputs } from '../../../application/outputs/sweep-outputs.js';
import type { EventLog } from '../../../application/ports/event-log.js';
import type { Config, ConnectedConfig } from '../../platform/config.js';
import type { Logger } from '../../platform/logging.js';
import { postgresRecordedOutputs } from '../../postgres/renders/recorded-outputs.js';
import { openObjectStorage } from '../../storage/open-object-storage.js';
import type { LoopName } from './loops.js';
import { sweepAssets } from './sweep-assets.js';
import { sweepOrphans } from './sweep-orphans.js';
import type { LoopWatch, Repeated } from './watch-loops.js';

const HOUR = 3_600_000;

/** For how many days each policy keeps pinned sources. */
const PINNED_DAYS: Readonly<Record<Config['pinSources'], number>> = {
  none: 0,
  '30d': 30,
  forever: Infinity,
};

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
