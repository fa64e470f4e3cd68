import type { Knex } from 'knex';
import { Gauge, type Registry } from 'prom-client';
import type { OwnerWeights } from '../../../application/renders/fair-turns.js';

const WAITING = `
  select rank, coalesce((:weights::jsonb ->> owner_id)::float8, 1) as weight, count(*)::int as renders,
    extract(epoch from now() - min(requested_at))::float8 as age
  from render_jobs where not over and queued_at is null group by 1, 2`;

/** Owners at their limit wait for their own renders: more workers would not help them. */
const STARTABLE = `
  select coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 as age
  from render_jobs where not over and queued_at is null and owner_id not in (
    select owner_id from render_jobs where not over and queued_at is not null
    group by owner_id having count(*) >= :limit)`;

/** Found through the unfinished jobs, which are few; there may be millions of renders. */
const STATES = `
  select status, count(*)::int as renders from render_jobs join render_details using (render_id)
  where not render_jobs.over group by status`;

interface Waiting {
  readonly rank: number;
  readonly weight: number;
  readonly renders: number;
  readonly age: number;
}

/** How renders are shared among owners. */
interface QueueLimits {
  readonly ownerWeights: OwnerWeights;
  readonly underWayPerOwner: number;
}

const PRIORITIES = ['high', 'normal', 'low'];

/**
 * The metrics of the projector: the queue of renders, counted in the read models when they are collected. Owners are
 * told apart by their weight: there are few weights, and a series for each owner would be too many.
 */
export const projectorMetrics = (
  registry: Registry,
  database: Knex,
  { ownerWeights, underWayPerOwner }: QueueLimits,
): void => {
  const registers = [registry];
  const weights = JSON.stringify(Object.fromEntries(ownerWeights));
  const classes = [...new Set([1, ...ownerWeights.values()])];
  /** One query for both metrics, which are collected at the same time. */
  let pending: Promise<ReadonlyArray<Waiting>> | undefined;
  const waiting = (): Promise<ReadonlyArray<Waiting>> => {
    pending ??= database
      .raw<{ rows: ReadonlyArray<Waiting> }>(WAITING, { weights })
      .then(({ rows }) => rows)
      .finally(() => (pending = undefined));
    return pending;
  };
  const queueGauge = (name: string, help: string, valueOf: (found: Waiting) => number): void => {
    const labelNames = ['priority', 'weight'] as const;
    const gauge: Gauge<(typeof labelNames)[number]> = new Gauge({
      name,
      help: `${help}, by priority and weight of the owner.`,
      labelNames,
      registers,
      collect: async () => {
        const rows = await waiting();
        for (const [rank, priority] of PRIORITIES.entries())
          for (const weight of classes) {
            const found = rows.find((row) => row.rank === rank && row.weight === weight);
            gauge.set({ priority, weight }, found ? valueOf(found) : 0);
          }
      },
    });
  };
  queueGauge(
    'framewright_render_queue_age_seconds',
    'Waiting time of the oldest render that is not assigned to a worker',
    ({ age }) => age,
  );
  queueGauge(
    'framewright_render_queue_depth',
    'Number of renders that are not assigned to a worker',
    ({ renders }) => renders,
  );
  startableMetric(registers, database, underWayPerOwner);
  unfinishedMetric(registers, database);
};

const startableMetric = (registers: Registry[], database: Knex, limit: number): void => {
  const startable = new Gauge({
    name: 'framewright_render_queue_startable_age_seconds',
    help: 'Waiting time of the oldest render that another worker could start: its owner has fewer renders on workers than `OWNER_MAX_RENDERS_UNDER_WAY`.',
    registers,
    collect: async () => {
      const { rows } = await database.raw<{ rows: ReadonlyArray<{ age: number }> }>(STARTABLE, {
        limit,
      });
      startable.set(rows[0]?.age ?? 0);
    },
  });
};

const unfinishedMetric = (registers: Registry[], database: Knex): void => {
  const unfinished: Gauge<'status'> = new Gauge({
    name: 'framewright_renders',
    help: 'Number of unfinished renders by status.',
    labelNames: ['status'],
    registers,
    collect: async () => {
      const { rows } = await database.raw<{ rows: ReadonlyArray<{ status: string; renders: number }> }>(
        STATES,
      );
      for (const status of ['pending', 'processing'])
        unfinished.set({ status }, rows.find((row) => row.status === status)?.renders ?? 0);
    },
  });
};
