import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { permitsInUse } from '../../../application/permits/permit-counts.js';
import type { EventStore } from '../../../application/ports/event-store.js';

/** Buckets of durations, in seconds. */
const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STAGE_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 1800, 7200];

const sharedResourceMetrics = (registry: Registry): void => {
  const registers = [registry];
  void new Gauge({
    name: 'framewright_shared_resource_requests',
    help: 'Number of requests that have a place at a shared resource, or wait for one.',
    labelNames: ['resource', 'state'],
    registers,
    collect() {
      for (const [resource, { taken, waiting }] of permitsInUse()) {
        this.set({ resource, state: 'taken' }, taken);
        this.set({ resource, state: 'waiting' }, waiting);
      }
    },
  });
  void new Counter({
    name: 'framewright_shared_resource_refused_total',
    help: 'Number of requests without a place at a shared resource, by whose places were all taken: link, owner, all.',
    labelNames: ['resource', 'of'],
    registers,
    collect() {
      this.reset();
      for (const [resource, { refused }] of permitsInUse())
        for (const [of, count] of Object.entries(refused)) this.inc({ resource, of }, count);
    },
  });
};

/** The metrics that every process has: processor time, memory, event loop, garbage collection, shared resources. */
export const processRegistry = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  sharedResourceMetrics(registry);
  return registry;
};

/** Measures the duration of appends to an event store. */
export const measuredAppends = (registry: Registry): ((store: EventStore) => EventStore) => {
  const seconds = new Histogram({
    name: 'framewright_event_store_append_seconds',
    help: 'Time until the event store answered an append.',
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  return (store) => ({
    ...store,
    append: (...args) => {
      const append = store.append(...args);
      return async () => {
        const observe = seconds.startTimer();
        const outcome = await append();
        observe();
        return outcome;
      };
    },
  });
};

export const apiMetrics = (registry: Registry) => {
  const requests = new Histogram({
    name: 'framewright_http_request_seconds',
    help: 'Time until the response to an HTTP request was ready.',
    labelNames: ['method', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  return {
    observe: (method: string, status: number, ms: number): void =>
      requests.observe({ method, status: String(status) }, ms / 1000),
  };
};

export const workerMetrics = (registry: Registry) => {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'framewright_worker_renders_total',
    help: 'Number of renders that this worker has started, completed, failed, replayed or released, lost to another worker, abandoned because they were cancelled, or could not acknowledge although their outcome is stored.',
    labelNames: ['outcome'],
    registers,
  });
  const stages = new Histogram({
    name: 'framewright_render_stage_seconds',
    help: 'Time that a completed render spent in a stage.',
    labelNames: ['stage'],
    buckets: STAGE_SECONDS,
    registers,
  });
  const frames = new Counter({
    name: 'framewright_frames_total',
    help: 'Number of frames of the renders that this worker has made, by whether they were encoded or reused.',
    labelNames: ['how'],
    registers,
  });
  const fetched = new Counter({
    name: 'framewright_fetched_bytes_total',
    help: 'Size of the sources that this worker has downloaded.',
    registers,
  });
  const stored = new Counter({
    name: 'framewright_stored_bytes_total',
    help: 'Size of the outputs that this worker has stored.',
    registers,
  });
  return {
    count: (outcome: string): void => outcomes.inc({ outcome }),
    stages: (seconds: Readonly<Record<string, number>>): void => {
      for (const [stage, value] of Object.entries(seconds)) stages.observe({ stage }, value);
    },
    rendered: (all: number, reused: number): void => {
      frames.inc({ how: 'encoded' }, all - reused);
      frames.inc({ how: 'reused' }, reused);
    },
    fetched: (bytes: number): void => fetched.inc(bytes),
    stored: (bytes: number): void => stored.inc(bytes),
  };
};

export const webhookMetrics = (registry: Registry) => {
  const attempts = new Histogram({
    name: 'framewright_webhook_attempt_seconds',
    help: 'Duration of attempts to deliver a webhook, by outcome.',
    labelNames: ['after'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  const disabled = new Counter({
    name: 'framewright_webhook_endpoints_disabled_total',
    help: 'Number of endpoints disabled because their deliveries kept failing.',
    registers: [registry],
  });
  return {
    attempted: (after: string, ms: number): void => attempts.observe({ after }, ms / 1000),
    disabled: (): void => disabled.inc(),
  };
};
