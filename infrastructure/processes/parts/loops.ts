/** What a step of a loop waits for, and how long it may take, in ms. */
interface Limit {
  readonly waitsFor: string;
  readonly limitMs: number;
}

const SERVERS_MS = 60_000;
const SWEEP_MS = 3_600_000;

/** Every loop of the service that waits for a server. */
export const LOOPS = {
  projections: { waitsFor: 'PostgreSQL', limitMs: SERVERS_MS },
  'transparency log': { waitsFor: 'the event store and PostgreSQL', limitMs: SERVERS_MS },
  'check of the history': { waitsFor: 'the event store and PostgreSQL', limitMs: SERVERS_MS },
  checkpoints: { waitsFor: 'PostgreSQL', limitMs: SERVERS_MS },
  dispatcher: { waitsFor: 'PostgreSQL and NATS', limitMs: SERVERS_MS },
  batches: { waitsFor: 'PostgreSQL and the event store', limitMs: 5 * SERVERS_MS },
  'sweep of orphans': { waitsFor: 'PostgreSQL and the event store', limitMs: SWEEP_MS },
  'sweep of outputs': { waitsFor: 'PostgreSQL and the object store', limitMs: SWEEP_MS },
  'sweep of pinned sources': { waitsFor: 'the object store', limitMs: SWEEP_MS },
  'sweep of idempotency records': { waitsFor: 'PostgreSQL', limitMs: SWEEP_MS },
  'sweep of assets': { waitsFor: 'PostgreSQL and the object store', limitMs: SWEEP_MS },
  'unfinished uploads': {
    waitsFor: 'PostgreSQL, the event store, the object store and a worker',
    limitMs: SWEEP_MS,
  },
  'projection watch': { waitsFor: 'PostgreSQL and the event store', limitMs: SERVERS_MS },
  deliveries: { waitsFor: 'PostgreSQL, the event store and an endpoint', limitMs: 5 * SERVERS_MS },
  'render queue': { waitsFor: 'NATS', limitMs: SERVERS_MS },
  'render claims': { waitsFor: 'the event store', limitMs: SERVERS_MS },
} as const satisfies Readonly<Record<string, Limit>>;

export type LoopName = keyof typeof LOOPS;
