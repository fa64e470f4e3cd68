/**
 * How long a healthy webhook waits for its deliveries while another endpoint has 10 000 pending and is dead: one that
 * refuses connections, one that never answers. Both are compared with a database that has no dead endpoint, in the same
 * run, in turns of a second or two; only the process whose turn it is runs. A second database without shows how far two
 * that are alike differ.
 * ROUNDS, SECONDS (per turn) and RATE (deliveries per second) can be set.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import type { RenderId } from '../../domain/ids.js';
import { openDatabase } from '../../infrastructure/postgres/connection/database.js';
import { enqueueDeliveries } from '../../infrastructure/postgres/webhooks/deliveries.js';
import { migrate } from '../../infrastructure/postgres/migrations/migrate.js';
import { postgresProjectionStore } from '../../infrastructure/postgres/read-models/projection-store.js';
import { postgresWebhookDeliveries } from '../../infrastructure/postgres/queries/webhook-deliveries.js';
import { postgresWebhookSecrets } from '../../infrastructure/postgres/webhooks/webhook-secrets.js';
import { ownPort } from '../support/service/own-port.js';
import { allProjections } from '../../projections/all.js';
import { batchOf } from '../support/event-store/log-batch.js';
import { startNodeProcess } from '../support/event-store/node-process.js';
import { createDatabaseOn, startPostgres } from '../support/servers/postgres-server.js';
import { rightOf } from '../support/right-of.js';
import { startServiceProcess } from '../support/service/service-process.js';
import { startReceiver } from '../support/webhooks/receiver.js';
import { anEndpointId, owner, recorder } from '../support/webhooks/recorded.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 20);
const SECONDS = Number(process.env['SECONDS'] ?? 2);
const RATE = Number(process.env['RATE'] ?? 20);
const PENDING = 10_000;

const postgres = await startPostgres({ durable: true });
const storeDatabase = await createDatabaseOn(postgres.url);
const node = await startNodeProcess(storeDatabase.url);
const receiver = await startReceiver();

/** Accepts connections and never responds. */
const silent = createServer((socket) => void socket.on('error', () => undefined));
silent.listen(0, '127.0.0.1');
await once(silent, 'listening');

/**
 * A database with a healthy endpoint and, if there is a `dead` one, its waiting deliveries; and its webhook process.
 */
const startCase = async (name: string, dead?: string) => {
  const { url } = await createDatabaseOn(postgres.url);
  const database = openDatabase({ url });
  await migrate(database);
  const store = postgresProjectionStore(database, allProjections, enqueueDeliveries('https://x.example'));
  const record = recorder();
  const register = async (hook: string) => {
    const endpointId = anEndpointId();
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    rightOf(await postgresWebhookSecrets(database).keep(endpointId, 'first', secret)());
    const data = {
      endpointId,
      ownerId: owner,
      secretId: 'first',
      url: hook,
      events: [],
      at: new Date().toISOString(),
    };
    const event = { type: 'WebhookEndpointRegistered', data } as const;
    await store.apply(batchOf([record(`webhookEndpoint-${endpointId}`, event)]));
    return endpointId;
  };
  const healthy = await register(receiver.url);
  if (dead !== undefined)
    await database.raw(
      `with message as (
         insert into webhook_messages (message_id, owner_id, event, render_id, body, created_at)
         select gen_random_uuid(), ?, 'render.completed', gen_random_uuid(), convert_to(repeat('x', 2000), 'UTF8'), now()
         from generate_series(1, ?) returning message_id, created_at
       )
       insert into webhook_deliveries (delivery_id, endpoint_id, message_id, due_at, created_at)
       select gen_random_uuid(), ?, message_id, created_at, created_at from message`,
      [owner, PENDING, await register(dead)],
    );
  await database.raw('vacuum analyze');
  const deliveries = postgresWebhookDeliveries(database);
  const delivering = await startServiceProcess(
    'webhooks',
    { databaseUrl: url, node, dataDir: '.' },
    { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
  );
  process.kill(delivering.pid, 'SIGSTOP');

  /** The time from requesting a delivery until its receiver has it, in ms. */
  const waitOfOne = async (): Promise<number> => {
    const messageId = randomUUID();
    const arrived = new Promise<void>((resolve) => awaited.set(messageId, resolve));
    const start = performance.now();
    await deliveries.enqueueTest({
      messageId,
      deliveryId: randomUUID(),
      ownerId: owner,
      endpointId: healthy,
      renderId: randomUUID() as RenderId,
      body: JSON.stringify({ event: 'webhook.test', data: 'x'.repeat(2000) }),
      at: new Date(),
    })();
    await arrived;
    return performance.now() - start;
  };
  return {
    name,
    turn: async (): Promise<ReadonlyArray<number>> => {
      process.kill(delivering.pid, 'SIGCONT');
      await waitOfOne();
      const waits: Array<Promise<number>> = [];
      for (let count = 0; count < SECONDS * RATE; count += 1) {
        waits.push(waitOfOne());
        await delay(1000 / RATE);
      }
      const measured = await Promise.all(waits);
      process.kill(delivering.pid, 'SIGSTOP');
      return measured;
    },
    pending: async (): Promise<number> =>
      Number(
        (await database('webhook_deliveries').where('status', 'waiting').count({ all: '*' }))[0]?.['all'],
      ),
    stop: async (): Promise<void> => {
      process.kill(delivering.pid, 'SIGCONT');
      await delivering.stop();
      await database.destroy();
    },
  };
};

const awaited = new Map<string, () => void>();
receiver.answer = ({ headers }, response) => {
  response.end();
  awaited.get(String(headers['webhook-id']))?.();
};

const quantile = (numbers: ReadonlyArray<number>, share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? NaN;

const cases = [
  await startCase('no dead endpoint'),
  await startCase('none, again'),
  await startCase('one that refuses', `http://127.0.0.1:${await ownPort()}/`),
  await startCase('one that is silent', `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`),
];
const turns = new Map(cases.map(({ name }) => [name, [] as Array<ReadonlyArray<number>>]));
for (let round = 0; round < ROUNDS; round += 1) {
  const first = round % cases.length;
  for (const { name, turn } of [...cases.slice(first), ...cases.slice(0, first)])
    turns.get(name)?.push(await turn());
}

/** The median of the turns' p95, because other load on the machine disturbs some turns, but not most. */
const usualP95 = (name: string): number =>
  quantile(
    (turns.get(name) ?? []).map((waits) => quantile(waits, 0.95)),
    0.5,
  );
const baseline = usualP95(cases[0]?.name ?? '');
for (const { name, pending } of cases) {
  const waits = (turns.get(name) ?? []).flat();
  console.log(
    `${name.padEnd(18)} median ${quantile(waits, 0.5).toFixed(1)} ms, p95 ${usualP95(name).toFixed(1)} ms, ` +
      `ratio ${(usualP95(name) / baseline).toFixed(2)} (${waits.length} deliveries, ${await pending()} still wait)`,
  );
}

for (const { stop } of cases) await stop();
silent.close();
await receiver.close();
await node.stop();
await postgres.stop();
process.exit();
