import * as E from 'fp-ts/lib/Either.js';
import type { Knex } from 'knex';
import { sweepOldObjects } from '../../../application/outputs/sweep-old-objects.js';
import { sweepOutputs } from '../../../application/outputs/sweep-outputs.js';
import type { EventLog } from '../../../application/ports/event-log.js';
import type { Fault } from '../../../application/ports/fault.js';
import type { Config, ConnectedConfig } from '../../platform/config.js';
import type { Logger } from '../../platform/logging.js';
import { postgresRecordedOutputs } from '../../postgres/renders/recorded-outputs.js';
import { openObjectStorage } from '../../storage/open-object-storage.js';
import type { LoopName } from './loops.js';
import { type Repeated, repeatedly } from './repeatedly.js';
import { sweepAssets } from './sweep-assets.js';
import { sweepOrphans } from './sweep-orphans.js';
import type { LoopWatch } from './watch-loops.js';

/** How often files are swept, in ms. */
const INTERVAL = 3_600_000;

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
  /** @param sweep returns how many files of each kind it has deleted */
  const sweepFiles = (
    name: LoopName,
    sweep: () => Promise<E.Either<Fault, Readonly<Record<string, number>>>>,
  ): Repeated =>
    repeatedly(
      loops,
      name,
      INTERVAL,
      async () => {
        const swept = await sweep();
        if (E.isLeft(swept)) logger.warn({ fault: swept.left }, `the ${name} failed`);
        else if (Object.values(swept.right).some((count) => count > 0))
          logger.info(swept.right, `the ${name} deleted what is no longer kept`);
      },
      (error) => logger.warn({ err: error }, `the ${name} failed`),
    );
  const { pinSources, retentionDays } = config;
  const outputs = await openObjectStorage(config, 'outputs');
  const sources = await openObjectStorage(config, 'sources');
  const recorded = postgresRecordedOutputs(database);
  const sweeps = [
    sweepAssets(database, await openObjectStorage(config, 'assets'), loops, logger),
    sweepOrphans(database, eventLog, loops, logger),
    sweepFiles('sweep of outputs', () => sweepOutputs({ storage: outputs, recorded, retentionDays })),
    sweepFiles('sweep of pinned sources', async () =>
      E.map((objects: number) => ({ objects }))(
        await sweepOldObjects({ storage: sources, days: PINNED_DAYS[pinSources] }),
      ),
    ),
  ];
  return {
    end: async () => {
      for (const sweep of sweeps) await sweep.stop();
    },
  };
};
