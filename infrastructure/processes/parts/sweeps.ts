import type { Knex } from 'knex';
import type { EventLog } from '../../../application/ports/event-log.js';
import type { ConnectedConfig } from '../../platform/config.js';
import type { Logger } from '../../platform/logging.js';
import { postgresRecordedOutputs } from '../../postgres/renders/recorded-outputs.js';
import { openObjectStorage } from '../../storage/open-object-storage.js';
import { sweepPinnedSources } from './sweep-old-objects.js';
import { sweepAssets } from './sweep-assets.js';
import { sweepOrphans } from './sweep-orphans.js';
import type { LoopWatch } from './watch-loops.js';
import { sweepStoredOutputs } from './sweep-stored-outputs.js';

/** Removes all that is no longer kept, now and periodically until stopped. */
export const startSweeps = async (
  config: ConnectedConfig,
  database: Knex,
  eventLog: EventLog,
  loops: LoopWatch,
  logger: Logger,
): Promise<{ readonly end: () => Promise<void> }> => {
  const outputs = await openObjectStorage(config, 'outputs');
  const sources = await openObjectStorage(config, 'sources');
  const recorded = postgresRecordedOutputs(database);
  const sweeps = [
    sweepAssets(database, await openObjectStorage(config, 'assets'), loops, logger),
    sweepOrphans(database, eventLog, loops, logger),
    sweepStoredOutputs({ storage: outputs, recorded, retentionDays: config.retentionDays }, loops, logger),
    sweepPinnedSources(sources, config.pinSources, loops, logger),
  ];
  return {
    end: async () => {
      for (const sweep of sweeps) await sweep.stop();
    },
  };
};
