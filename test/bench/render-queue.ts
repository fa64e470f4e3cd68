/**
 * Messages per second through the render queue: published, taken by workers and acknowledged, as a ratio to publishing
 * and confirming alone. Every render takes one message.
 */
import { randomUUID } from 'node:crypto';
import type { RenderId } from '../../domain/ids.js';
import { connectToNats } from '../../infrastructure/nats/connection.js';
import { jetStreamRenderQueue } from '../../infrastructure/nats/render-queue.js';
import { startTestNats } from '../support/servers/nats.js';
import { rightOf } from '../support/right-of.js';

const MESSAGES = Number(process.env['BENCH_MESSAGES'] ?? 2000);
const WORKERS = [1, 10] as const;

const server = await startTestNats();
const nats = await connectToNats(server.url, 'bench');
const queue = await jetStreamRenderQueue(nats);

const publish = async (): Promise<number> => {
  const began = performance.now();
  for (let n = 0; n < MESSAGES; n += 1) rightOf(await queue.publish(randomUUID() as RenderId)());
  return MESSAGES / ((performance.now() - began) / 1000);
};

/** Workers that take one job at a time, like those of the service. */
const take = async (workers: number): Promise<number> => {
  const began = performance.now();
  const over = new AbortController();
  let taken = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for await (const job of queue.jobs(over.signal)) {
        rightOf(await job.acknowledge());
        taken += 1;
        if (taken === MESSAGES) over.abort();
      }
    }),
  );
  return MESSAGES / ((performance.now() - began) / 1000);
};

for (const workers of WORKERS) {
  const [published, taken] = [await publish(), await take(workers)];
  console.log(
    `${workers} at once: ${published.toFixed(0)} published a second; ` +
      `${taken.toFixed(0)} taken and acknowledged a second, ${(taken / published).toFixed(2)} of that`,
  );
}
await nats.close();
await server.stop();
