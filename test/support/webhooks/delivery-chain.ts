import type { Knex } from 'knex';
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../application/ports/clock.js';
import type { ClaimedDelivery, DeliveryQueue } from '../../../application/ports/webhook-deliveries.js';
import { batchOf } from '../event-store/log-batch.js';
import type { DomainEvent } from '../../../domain/events.js';
import type { WebhookEndpointId } from '../../../domain/ids.js';
import type { WebhookEventName } from '../../../domain/webhook-endpoint/events.js';
import { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import {
  DELIVERIES_CHANNEL,
  enqueueDeliveries,
} from '../../../infrastructure/postgres/webhooks/deliveries.js';
import { postgresDeliveryQueue } from '../../../infrastructure/postgres/webhooks/delivery-queue.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { listen } from '../../../infrastructure/postgres/connection/listen.js';
import { postgresProjectionStore } from '../../../infrastructure/postgres/read-models/projection-store.js';
import { postgresWebhookDeliveries } from '../../../infrastructure/postgres/queries/webhook-deliveries.js';
import { postgresWebhookSecrets } from '../../../infrastructure/postgres/webhooks/webhook-secrets.js';
import { gotWebhookSender } from '../../../infrastructure/webhooks/got-webhook-sender.js';
import { allProjections } from '../../../projections/all.js';
import { deliverLoop, type DeliverLoopNote } from '../../../workers/webhook/deliver-loop.js';
import { eventually } from '../eventually.js';
import { createMigratedDatabase } from '../servers/postgres.js';
import { rightOf } from '../right-of.js';
import {
  anEndpointId,
  aRenderId,
  owner as ada,
  recorder,
  renderEvents,
  type RenderToTell,
} from './recorded.js';

export const PUBLIC_BASE_URL = 'https://films.example.com';

/** The shared time of processes, set by a test. */
export const timeOf = (clock: Clock) => () => Promise.resolve(clock.now());

/** Everything from the projector to the wire, on a separate database. */
export const startBench = async (clock: Clock = systemClock) => {
  const testDatabase = await createMigratedDatabase();
  const database: Knex = openDatabase({ url: testDatabase.url });
  const startProjector = () =>
    postgresProjectionStore(database, allProjections, enqueueDeliveries(PUBLIC_BASE_URL));
  const store = startProjector();
  const queue = postgresDeliveryQueue(database, timeOf(clock));
  const secrets = postgresWebhookSecrets(database);
  const deliveries = postgresWebhookDeliveries(database, timeOf(clock));
  const record = recorder();
  const stops: Array<() => Promise<void>> = [];

  const project = async (stream: string, ...events: ReadonlyArray<DomainEvent>) => {
    const recorded = events.map((event) => record(stream, event));
    await store.apply(batchOf(recorded));
    return recorded;
  };

  return {
    url: testDatabase.url,
    database,
    /** Another projector on the same tables. */
    startProjector,
    queue,
    secrets,
    deliveries,
    project,

    /** A registered endpoint. */
    register: async (
      url: string,
      { owner = ada, events = ['render.completed', 'render.failed'] as ReadonlyArray<WebhookEventName> } = {},
    ): Promise<{ endpointId: WebhookEndpointId; secret: string }> => {
      const endpointId = anEndpointId();
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      rightOf(await secrets.store(endpointId, 'first', secret)());
      const at = clock.now().toISOString();
      const data = { endpointId, ownerId: owner, secretId: 'first', url, events, at };
      await project(`webhookEndpoint-${endpointId}`, { type: 'WebhookEndpointRegistered', data });
      return { endpointId, secret };
    },

    remove: async (endpointId: WebhookEndpointId) => {
      const data = { endpointId, ownerId: ada, at: clock.now().toISOString() };
      return project(`webhookEndpoint-${endpointId}`, { type: 'WebhookEndpointDeleted', data });
    },

    pause: async (endpointId: WebhookEndpointId) => {
      const data = { endpointId, ownerId: ada, at: clock.now().toISOString() };
      await project(`webhookEndpoint-${endpointId}`, { type: 'WebhookEndpointPaused', data });
    },

    resume: async (endpointId: WebhookEndpointId) => {
      const data = { endpointId, ownerId: ada, at: clock.now().toISOString() };
      await project(`webhookEndpoint-${endpointId}`, { type: 'WebhookEndpointResumed', data });
    },

    /** Finishes a render, which subscribers are notified of. */
    endRender: async (outcome: 'completed' | 'failed' = 'completed', render: Partial<RenderToTell> = {}) => {
      const renderId = aRenderId();
      const events = renderEvents({ renderId, at: clock.now().toISOString(), ...render }, outcome);
      return { renderId, recorded: await project(`render-${renderId}`, ...events) };
    },

    /** Starts a deliver loop; `random` 0.5 means no jitter. */
    deliver: async ({ random = () => 0.5, limitMs = 15_000, allowed = ['127.0.0.1'] } = {}) => {
      const notes: Array<DeliverLoopNote> = [];
      const disabled: Array<string> = [];
      const agents = guardedAgents({ allowedPrivateHosts: allowed });
      const loop = deliverLoop({
        queue,
        sender: gotWebhookSender(agents, limitMs),
        disable:
          ({ endpointId, ownerId }, reason) =>
          async () => {
            const at = clock.now().toISOString();
            const data = { endpointId, ownerId, reason, at };
            await project(`webhookEndpoint-${endpointId}`, { type: 'WebhookEndpointDisabled', data });
            disabled.push(`${endpointId} ${reason}`);
            return { _tag: 'Right', right: undefined };
          },
        monotonicMs: () => clock.now().getTime(),
        random,
        note: (note) => {
          if (note.type === 'fault') console.error(note);
          notes.push(note);
        },
      });
      const stopListening = await listen(testDatabase.url, DELIVERIES_CHANNEL, loop.wake, loop.wake);
      const stopping = new AbortController();
      const running = loop.run(stopping.signal);
      const stop = async () => {
        stopping.abort();
        await running;
        await stopListening();
        agents.destroy();
      };
      stops.push(stop);
      return { notes, disabled, wake: loop.wake, stop };
    },

    close: async () => {
      for (const stop of stops) await stop();
      await database.destroy();
      await testDatabase.drop();
    },
  };
};

export type Bench = Awaited<ReturnType<typeof startBench>>;

/** Waits until a condition holds. */
export const until = (condition: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(async () => {
    if (!(await condition())) throw new Error('the condition does not hold');
  });

/** A clock that is set explicitly. */
export const virtualClock = (start = '2030-01-01T00:00:00.000Z') => {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    set: (to: Date | string) => void (time = new Date(to).getTime()),
    advance: (ms: number) => void (time += ms),
  };
};

/** All deliveries of an endpoint, newest first. */
export const deliveriesOf = async (bench: Pick<Bench, 'deliveries'>, endpointId: WebhookEndpointId) =>
  rightOf(await bench.deliveries.list(endpointId, undefined, { limit: 100, page: 1 })()).items;

/** Records that a receiver answered an attempt; one that failed is due again at once. */
export const recordAnswer = async (
  queue: DeliveryQueue,
  claimed: ClaimedDelivery,
  status: 200 | 500,
  at: Date,
): Promise<void> => {
  const result = { _tag: 'Answered', status, body: Buffer.from('thanks') } as const;
  const after = status === 200 ? ({ _tag: 'Delivered' } as const) : ({ _tag: 'TryAgain', at } as const);
  rightOf(await queue.record(claimed, { startedAt: at, finishedAt: at, result, after })());
};
