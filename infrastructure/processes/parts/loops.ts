/** How long one step of a loop may take, in ms, and what it waits for then. */
interface Limit {
  readonly file: string;
  readonly waitsFor: string;
  readonly limitMs: number;
}

const SERVERS_MS = 60_000;
const SWEEP_MS = 3_600_000;
const parts = 'infrastructure/processes/parts';

/** Every loop of the service that waits for a server. test/infrastructure/processes/parts/loops.test.ts checks this. */
export const LOOPS = {
  projections: {
    file: 'infrastructure/processes/projector.ts',
    waitsFor: 'PostgreSQL',
    limitMs: SERVERS_MS,
  },
  'transparency log': {
    file: `${parts}/merkle-log.ts`,
    waitsFor: 'the event store and PostgreSQL',
    limitMs: SERVERS_MS,
  },
  'check of the history': {
    file: `${parts}/history-check.ts`,
    waitsFor: 'the event store and PostgreSQL',
    limitMs: SERVERS_MS,
  },
  checkpoints: { file: `${parts}/merkle-log.ts`, waitsFor: 'PostgreSQL', limitMs: SERVERS_MS },
  dispatcher: {
    file: `${parts}/render-dispatcher.ts`,
    waitsFor: 'PostgreSQL and NATS',
    limitMs: SERVERS_MS,
  },
  batches: {
    file: `${parts}/batch-runner.ts`,
    waitsFor: 'PostgreSQL and the event store',
    limitMs: 5 * SERVERS_MS,
  },
  'sweep of orphans': {
    file: `${parts}/sweeps.ts`,
    waitsFor: 'PostgreSQL and the event store',
    limitMs: SWEEP_MS,
  },
  'sweep of outputs': {
    file: `${parts}/sweeps.ts`,
    waitsFor: 'PostgreSQL and the object store',
    limitMs: SWEEP_MS,
  },
  'sweep of pinned sources': {
    file: `${parts}/sweeps.ts`,
    waitsFor: 'the object store',
    limitMs: SWEEP_MS,
  },
  'sweep of idempotency records': {
    file: 'infrastructure/processes/api.ts',
    waitsFor: 'PostgreSQL',
    limitMs: SWEEP_MS,
  },
  'sweep of assets': {
    file: `${parts}/sweeps.ts`,
    waitsFor: 'PostgreSQL and the object store',
    limitMs: SWEEP_MS,
  },
  'unfinished uploads': {
    file: 'infrastructure/processes/api.ts',
    waitsFor: 'PostgreSQL, the event store, the object store and a worker',
    limitMs: SWEEP_MS,
  },
  'projection watch': {
    file: `${parts}/projection-watchdog.ts`,
    waitsFor: 'PostgreSQL and the event store',
    limitMs: SERVERS_MS,
  },
  deliveries: {
    file: 'workers/webhook/deliver-loop.ts',
    waitsFor: 'PostgreSQL, the event store and an endpoint',
    limitMs: 5 * SERVERS_MS,
  },
  'render queue': { file: 'infrastructure/nats/render-queue.ts', waitsFor: 'NATS', limitMs: SERVERS_MS },
  'render claims': {
    file: 'workers/render/run/loop/keep-alive.ts',
    waitsFor: 'the event store',
    limitMs: SERVERS_MS,
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LoopName = keyof typeof LOOPS;
