import { disableWebhookEndpoint } from '../../application/webhooks/webhook-endpoints.js';
import type { ClaimedDelivery } from '../../application/ports/webhook-deliveries.js';
import { TOLERATED_FAILURE_MS } from '../../domain/webhook-endpoint/endpoint-health.js';
import type { DisablingReason } from '../../domain/webhook-endpoint/events.js';
import { deliverLoop, type DeliverLoopNote } from '../../workers/webhook/deliver-loop.js';
import type { ConnectedConfig } from '../platform/config.js';
import type { Logger } from '../platform/logging.js';
import { guardedAgents } from '../net/guarded-agents.js';
import { DELIVERIES_CHANNEL } from '../postgres/webhooks/deliveries.js';
import { postgresDeliveryQueue } from '../postgres/webhooks/delivery-queue.js';
import { listen } from '../postgres/connection/listen.js';
import { randomIds } from '../platform/random-ids.js';
import { gotWebhookSender } from '../webhooks/got-webhook-sender.js';
import { measuredAppends, processRegistry, webhookMetrics } from './parts/metrics.js';
import { type Running, runProcess } from './parts/run-process.js';
import type { LoopWatch } from './parts/watch-loops.js';
import { connectWriteSide } from './parts/write-side.js';

/** What a fault means for deliveries. */
const FAULTS = {
  claim: 'could not look for due deliveries; it is tried again',
  record: 'could not record an attempt; the delivery is sent again',
  release: 'could not hand a delivery back; it is due again when its lease ends',
  disable: 'could not disable a webhook; the next failed attempt tries again',
} as const satisfies Record<Extract<DeliverLoopNote, { type: 'fault' }>['doing'], string>;

const TOLERATED_DAYS = TOLERATED_FAILURE_MS / (24 * 60 * 60 * 1000);

/** Why deliveries to a webhook are held back. */
const DISABLED = {
  gone: 'disabled a webhook, because it returned 410; its owner can resume it',
  failing: `disabled a webhook, because all attempts failed for ${TOLERATED_DAYS} days; its owner can resume it`,
} as const satisfies Record<DisablingReason, string>;

const logEvent = (logger: Logger, note: DeliverLoopNote): void => {
  if (note.type === 'fault') {
    logger.error({ doing: note.doing, fault: note.fault }, FAULTS[note.doing]);
    return;
  }
  const { deliveryId, endpointId, ownerId, messageId, attempt } = note.claim;
  const fields = { deliveryId, endpointId, ownerId, messageId, attempt };
  if (note.type === 'disabled') {
    logger.warn({ ...fields, reason: note.reason }, DISABLED[note.reason]);
    return;
  }
  const { result, after, durationMs } = note;
  const outcome =
    result._tag === 'Answered' ? { status: result.status } : { stage: result.stage, problem: result.message };
  logger.info({ ...fields, ...outcome, after: after._tag, durationMs }, 'webhook attempt');
};

const startWebhooks = async (config: ConnectedConfig, logger: Logger, loops: LoopWatch): Promise<Running> => {
  const registry = processRegistry();
  const { database, dependencies, refused, close } = await connectWriteSide(config, {
    measured: measuredAppends(registry),
  });
  const agents = guardedAgents({ allowedPrivateHosts: config.allowedPrivateHosts });
  const actor = { type: 'worker', workerId: `webhooks-${randomIds.uuid()}` } as const;
  const metrics = webhookMetrics(registry);
  const loop = deliverLoop({
    queue: loops.each('deliveries', postgresDeliveryQueue(database)),
    sender: loops.each('deliveries', gotWebhookSender(agents)),
    ...loops.each('deliveries', {
      disable: (endpoint: ClaimedDelivery, reason: DisablingReason, failingSince: Date) =>
        disableWebhookEndpoint(dependencies)(endpoint, reason, failingSince, { actor }),
    }),
    monotonicMs: () => performance.now(),
    random: Math.random,
    note: (note) => {
      logEvent(logger, note);
      if (note.type === 'attempted') metrics.attempted(note.after._tag, note.durationMs);
      if (note.type === 'disabled') metrics.disabled();
    },
  });
  const stopListening = await listen(config.databaseUrl, DELIVERIES_CHANNEL, loop.wake, loop.wake);
  const stopping = new AbortController();
  const running = loop.run(stopping.signal);
  return {
    metrics: () => registry.metrics(),
    failed: Promise.race([refused, running.then(() => refused)]), // rejects only on an unexpected error in the loop
    stop: async () => {
      stopping.abort();
      await running;
      await stopListening();
      agents.destroy();
      await close();
    },
  };
};

// Delivers webhooks. Any number of these processes share the work.
await runProcess('webhooks', startWebhooks);
