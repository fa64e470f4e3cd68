import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Knex } from 'knex';
import { Gauge, Registry } from 'prom-client';
import {
  type ProjectionHealth,
  watchProjections,
} from '../../../application/projections/watch-projections.js';
import { allProjections } from '../../../projections/all.js';
import { eventStoreDbEventLog } from '../../eventstore/event-log.js';
import type { Logger } from '../../platform/logging.js';
import { readCheckpoints } from '../../postgres/read-models/checkpoints.js';
import { systemClock } from '../../platform/system-clock.js';

/** How often the projections are looked at, in ms. */
const INTERVAL = 2000;
/** How long one may stand still behind the log before that is an alarm, in ms. */
const PATIENCE = 10_000;

export interface Watchdog {
  /** Whether every projection follows the log. */
  readonly following: () => boolean;
  /** The figures in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  readonly close: () => void;
}

/** Looks again and again whether projections follow the log; tells the log, the metrics and whoever asks. */
export const startProjectionWatchdog = (
  client: EventStoreDBClient,
  database: Knex,
  logger: Logger,
): Watchdog => {
  const registry = new Registry();
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['projection'], registers: [registry] });
  const behind = gauge(
    'framewright_projection_behind_seconds',
    'How long a projection has not moved although the log has more for it.',
  );
  const position = gauge('framewright_projection_position', 'The commit position a projection has come to.');
  const standing = gauge(
    'framewright_projection_stands_still',
    `1 once a projection has been behind for ${PATIENCE / 1000} s without moving.`,
  );

  let health: ReadonlyArray<ProjectionHealth> = [];
  const look = watchProjections({
    eventLog: eventStoreDbEventLog(client, {
      onLost: () => undefined,
      onUnknownEvent: () => undefined,
      onUndecodableEvent: () => undefined,
    }),
    checkpoints: () => readCheckpoints(database),
    names: allProjections.map(({ name }) => name),
    clock: systemClock,
    patienceMs: PATIENCE,
    onStandstill: (projection, sinceMs) =>
      logger.error({ projection, sinceMs }, 'a projection stands still although there are new events'),
    onRecovered: (projection) => logger.info({ projection }, 'the projection follows the log again'),
  });

  let timer: NodeJS.Timeout | undefined;
  const watch = async (): Promise<void> => {
    try {
      health = await look();
      for (const { projection, commit, behindMs, standsStill } of health) {
        behind.set({ projection }, behindMs / 1000);
        position.set({ projection }, Number(commit));
        standing.set({ projection }, standsStill ? 1 : 0);
      }
    } catch (error) {
      logger.warn({ err: error }, 'the projections could not be looked at');
    }
    timer = closed ? undefined : setTimeout(() => void watch(), INTERVAL);
  };
  let closed = false;
  void watch();

  return {
    following: () => health.every(({ standsStill }) => !standsStill),
    metrics: () => registry.metrics(),
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
};
