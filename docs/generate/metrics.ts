import knex from 'knex';
import { type MetricObject, Registry } from 'prom-client';
import { postgresMerkleLog } from '../../infrastructure/postgres/log/merkle-log.js';
import { historyMetrics } from '../../infrastructure/processes/parts/history-check.js';
import {
  apiMetrics,
  measuredAppends,
  processRegistry,
  webhookMetrics,
  workerMetrics,
} from '../../infrastructure/processes/parts/metrics.js';
import { projectionGauges } from '../../infrastructure/processes/parts/projection-watchdog.js';
import { projectorMetrics } from '../../infrastructure/processes/parts/queue-metrics.js';

/** The metrics that each kind of process declares, by its name. */
export const declaredMetrics = (): Readonly<Record<string, ReadonlyArray<MetricObject>>> => {
  const declared = (...declare: ReadonlyArray<(registry: Registry) => unknown>) => {
    const registry = new Registry();
    for (const declareOn of declare) declareOn(registry);
    return registry.getMetricsAsArray();
  };
  const database = knex({ client: 'pg' }); // declaring asks it nothing
  return {
    'Every process': processRegistry().getMetricsAsArray(),
    API: declared(apiMetrics, measuredAppends),
    Projector: declared(
      projectionGauges,
      (registry) => projectorMetrics(registry, database, { ownerWeights: new Map(), underWayPerOwner: 1 }),
      (registry) => historyMetrics(registry, postgresMerkleLog(database)),
    ),
    Worker: declared(workerMetrics),
    Webhooks: declared(webhookMetrics),
  };
};
