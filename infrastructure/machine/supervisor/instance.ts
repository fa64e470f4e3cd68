import { join } from 'node:path';
import type { Config } from '../../platform/config.js';
import { type Logger, createLogger } from '../../platform/logging.js';
import { openChildLog, type ChildLog } from './child-log.js';
import { type Supervised, type ToSupervise, supervise } from './supervisor.js';
import type { PrintLine } from './terminal.js';

/** One run of the service on a data folder: its log, and what it has started so far. */
export interface Instance {
  readonly logger: Logger;
  readonly stopSignal: AbortSignal;
  readonly childLog: (name: string) => ChildLog;
  /** Starts a process and keeps it running until `stopAll`. */
  readonly keepRunning: (toSupervise: ToSupervise) => Promise<void>;
  /** Registers a cleanup that runs at the end, before everything that was started earlier is stopped. */
  readonly atEnd: (cleanUp: () => Promise<void>) => void;
  /**
   * Stops everything in reverse order; what was started together with `keepTogether` is stopped together. Never
   * rejects: if one part fails, the others are still stopped.
   */
  readonly stopAll: () => Promise<void>;
  readonly keepTogether: (all: ReadonlyArray<ToSupervise>) => Promise<void>;
}

/** What can stop a run, and where it shows warnings to the operator. */
export interface InstanceOptions {
  readonly stopSignal: AbortSignal;
  readonly showWarning: PrintLine;
}

/** A run that has not started anything yet. */
export const newInstance = (config: Config, { stopSignal, showWarning }: InstanceOptions): Instance => {
  const { dataDir } = config;
  const childLog = (name: string): ChildLog =>
    openChildLog(join(dataDir, 'logs', `${name}.log`), showWarning);
  const ownLog = childLog('standalone');
  const logger = createLogger('standalone', config, { write: (line) => ownLog.event(line.trimEnd()) });
  const cleanUps: Array<() => Promise<void>> = [];

  const keepTogether = async (all: ReadonlyArray<ToSupervise>): Promise<void> => {
    const started: Array<Supervised> = [];
    cleanUps.push(async () => {
      await Promise.all(started.map((supervised) => supervised.stop()));
    });
    const outcomes = await Promise.allSettled(
      all.map(async (toSupervise) => {
        started.push(await supervise(toSupervise, logger, stopSignal));
        logger.info({ child: toSupervise.name }, 'started');
      }),
    );
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  };

  return {
    logger,
    stopSignal,
    childLog,
    keepTogether,
    keepRunning: (toSupervise) => keepTogether([toSupervise]),
    atEnd: (cleanUp) => void cleanUps.push(cleanUp),
    stopAll: async () => {
      for (const cleanUp of cleanUps.splice(0).toReversed())
        await cleanUp().catch((error: unknown) =>
          logger.error({ err: error }, 'a part of the shutdown failed'),
        );
    },
  };
};
