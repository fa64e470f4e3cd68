import * as TE from 'fp-ts/lib/TaskEither.js';
import { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import { gotWebhookSender } from '../../../infrastructure/webhooks/got-webhook-sender.js';
import { deliverLoop } from '../../../workers/webhook/deliver-loop.js';
import type { Service } from '../service/service.js';

/** Delivers what waits in the service, to receivers on this machine. @returns a function that ends this */
export const startDelivering = ({ deliveryQueue }: Pick<Service, 'deliveryQueue'>): (() => Promise<void>) => {
  const agents = guardedAgents({ allowedPrivateHosts: ['127.0.0.1'] });
  const loop = deliverLoop({
    queue: deliveryQueue,
    sender: gotWebhookSender(agents),
    disable: () => TE.left('failures disable nothing'),
    monotonicMs: () => performance.now(),
    random: Math.random,
    note: () => undefined,
  });
  const stop = new AbortController();
  const running = loop.run(stop.signal);
  return async () => {
    stop.abort();
    await running;
    agents.destroy();
  };
};
