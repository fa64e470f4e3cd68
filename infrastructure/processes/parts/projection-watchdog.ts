import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Knex } from 'knex';
import { Gauge, type Registry } from 'prom-client';
import {
  type ProjectionHealth,
  watchProjections,
} from '../../../application/projections/watch-projections.js';
import { allProjections } from '../../../projections/all.js';
import { eventStoreDbLogHead } from '../../eventstore/log-head.js';
import type { Logger } from '../../platform/logging.js';
import { readCheckpoints } from '../../postgres/read-models/checkpoints.js';
import { systemClock } from '../../platform/system-clock.js';
import type { LoopWatch } from './watch-loops.js';

/** How often the projections are checked, in ms. */
const INTERVAL = 2000;
/** How long a projection may be stalled behind the log before an alarm is raised, in ms. */
const STALL_TIMEOUT_MS = 10_000;

export interface Watchdog {
  /** Whether all projections make progress. */
  readonly following: () => boolean;
  readonly close: () => Promise<void>;
}

/** Declares the metrics of the projections. */
export const projectionGauges = (registry: Registry) => {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['projection'], registers: [registry] });
  const behind = gauge(
    'framewright_projection_behind_seconds',
    'How long the log has had an event that a projection has not applied.',
  );
  const position = gauge(
    'framewright_projection_position',
    'The commit position of the checkpoint of a projection.',
  );
  const stalled = gauge(
    'framewright_projection_stands_still',
    `1 if a projection has been stalled for ${STALL_TIMEOUT_MS / 1000} s.`,
  );
  return { behind, position, stalled };
};

/** Periodically checks the progress of projections; reports it in the log, the registry of metrics and `following`. */
export const startProjectionWatchdog = (
  client: EventStoreDBClient,
  database: Knex,
  loops: LoopWatch,
  logger: Logger,
  registry: Registry,
): Watchdog => {
  const { behind, position, stalled } = projectionGauges(registry);

  let health: ReadonlyArray<ProjectionHealth> = [];
  const check = watchProjections({
    eventLog: eventStoreDbLogHead(client),
    checkpoints: () => readCheckpoints(database),
    names: allProjections.map(({ name }) => name),
    clock: systemClock,
    stallTimeoutMs: STALL_TIMEOUT_MS,
    onStalled: (projection, sinceMs) =>
      logger.error({ projection, sinceMs }, 'a projection is stalled although there are new events'),
    onRecovered: (projection) => logger.info({ projection }, 'the projection has recovered'),
  });

  const watching = loops.repeat('projection watch', INTERVAL, async () => {
    health = await check();
    for (const { projection, commit, behindMs, isStalled } of health) {
      behind.set({ projection }, behindMs / 1000);
      position.set({ projection }, Number(commit));
      stalled.set({ projection }, isStalled ? 1 : 0);
    }
  });

  return { following: () => health.every(({ isStalled }) => !isStalled), close: watching.stop };
};
