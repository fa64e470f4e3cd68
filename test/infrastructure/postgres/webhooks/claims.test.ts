import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ClaimedDelivery } from '../../../../application/ports/webhook-deliveries.js';
import type { WebhookEndpointId } from '../../../../domain/ids.js';
import { openDatabase } from '../../../../infrastructure/postgres/connection/database.js';
import {
  PER_ENDPOINT,
  PER_FAILING_ENDPOINT,
  REST_MS,
} from '../../../../domain/webhook-endpoint/endpoint-health.js';
import { postgresDeliveryQueue } from '../../../../infrastructure/postgres/webhooks/delivery-queue.js';
import { batchOf } from '../../../support/log-batch.js';
import { rightOf } from '../../../support/right-of.js';
import {
  type Bench,
  deliveriesOf,
  startBench,
  virtualClock,
} from '../../../support/webhooks/delivery-chain.js';
import { aRenderId, owner } from '../../../support/webhooks/recorded.js';

const URL = 'https://hooks.example.org/x';

describe('claiming deliveries', () => {
  let bench: Bench;
  let clock: ReturnType<typeof virtualClock>;
  beforeEach(async () => {
    clock = virtualClock();
    bench = await startBench(clock);
  });
  afterEach(() => bench.close());

  const claim = async (limit = 100) => rightOf(await bench.queue.claim(limit)());
  const answered = (claimed: ClaimedDelivery, status: number) => {
    const [startedAt, finishedAt] = [clock.now(), clock.now()];
    const result = { _tag: 'Answered', status, body: Buffer.from('thanks') } as const;
    const after =
      status === 200 ? ({ _tag: 'Delivered' } as const) : ({ _tag: 'TryAgain', at: clock.now() } as const);
    return bench.queue.record(claimed, { startedAt, finishedAt, result, after })();
  };
  const only = async (endpointId: WebhookEndpointId) => {
    const [delivery, ...others] = await deliveriesOf(bench, endpointId);
    expect(others).to.deep.equal([]);
    return delivery!;
  };

  it('passes the claims of a crashed process to another within 30 s, and accepts no outcome from the crashed one', async () => {
    const { endpointId } = await bench.register(URL);
    await bench.endRender();
    const [lost] = await claim();
    expect(await claim()).to.deep.equal([]);
    const stored = await bench.database('webhook_deliveries').first();
    expect(stored.due_at.getTime() - clock.now().getTime()).to.be.within(15_001, 30_000);
    clock.advance(30_000);
    const [found] = await claim();
    expect(found).to.deep.include({
      deliveryId: lost!.deliveryId,
      attempt: 2,
      failures: 0,
      body: lost!.body,
    });
    await answered(lost!, 500);
    expect(await only(endpointId)).to.include({ status: 'sending' });
    await answered(found!, 200);
    const { status, attempts } = await only(endpointId);
    expect(status).to.equal('delivered');
    expect(attempts.map(({ attempt, httpStatus }) => [attempt, httpStatus])).to.deep.equal([
      [1, 500],
      [2, 200],
    ]);
  });

  it('gives no delivery to two of many concurrent processes, and no endpoint more than its share', async () => {
    const [one, other, failing] = [
      await bench.register(URL),
      await bench.register(URL),
      await bench.register(URL, { events: ['render.failed'] }),
    ];
    await bench.endRender('failed');
    for (const claimed of await claim())
      await answered(claimed, claimed.endpointId === failing.endpointId ? 500 : 200);
    clock.advance(REST_MS);
    for (let render = 0; render < 30; render += 1)
      await bench.endRender(render % 2 === 0 ? 'completed' : 'failed');
    const processes = Array.from({ length: 6 }, () => postgresDeliveryQueue(bench.database, clock));
    const claims = (await Promise.all(processes.map((queue) => queue.claim(7)()))).flatMap(rightOf);
    expect(new Set(claims.map(({ deliveryId }) => deliveryId)).size).to.equal(claims.length);
    const at = (endpointId: WebhookEndpointId) =>
      claims.filter((claimed) => claimed.endpointId === endpointId).length;
    expect(at(one.endpointId)).to.equal(PER_ENDPOINT);
    expect(at(other.endpointId)).to.equal(PER_ENDPOINT);
    expect(at(failing.endpointId)).to.equal(PER_FAILING_ENDPOINT);
  });

  it('takes the first delivery of each endpoint before the second of any', async () => {
    const crowded = await bench.register(URL);
    for (let render = 0; render < 20; render += 1) await bench.endRender();
    clock.advance(1000);
    const others = [await bench.register(URL), await bench.register(URL)];
    await bench.endRender();
    const endpoints = (await claim(3)).map(({ endpointId }) => endpointId);
    expect(endpoints).to.have.members([crowded, ...others].map(({ endpointId }) => endpointId));
  });

  it('pauses an endpoint after a failure, and no other', async () => {
    const [failing, healthy] = [await bench.register(URL), await bench.register(URL)];
    for (let render = 0; render < 5; render += 1) await bench.endRender();
    const [first, other] = await claim(2);
    expect([first, other].map((claimed) => claimed?.endpointId)).to.have.members(
      [failing, healthy].map(({ endpointId }) => endpointId),
    );
    for (const claimed of [first!, other!])
      await answered(claimed, claimed.endpointId === failing.endpointId ? 500 : 200);
    clock.advance(REST_MS - 1);
    const claimedOf = (claims: ReadonlyArray<ClaimedDelivery>, endpointId: WebhookEndpointId) =>
      claims.filter((claimed) => claimed.endpointId === endpointId).length;
    const resting = await claim();
    expect(claimedOf(resting, failing.endpointId)).to.equal(0);
    expect(claimedOf(resting, healthy.endpointId)).to.equal(4);
    clock.advance(1);
    expect(claimedOf(await claim(), failing.endpointId)).to.equal(PER_FAILING_ENDPOINT);
  });

  it('scans no table, however many deliveries are waiting or finished', async () => {
    const crowded = await bench.register(URL);
    await bench.database.raw(
      `with message as (
         insert into webhook_messages (message_id, owner_id, event, render_id, body, created_at)
         select gen_random_uuid(), 'ada', 'render.completed', gen_random_uuid(), '', ? from generate_series(1, 10000)
         returning message_id, created_at
       )
       insert into webhook_deliveries (delivery_id, endpoint_id, message_id, due_at, created_at)
       select gen_random_uuid(), ?, message_id, created_at, created_at from message`,
      [clock.now(), crowded.endpointId],
    );
    await bench.register(URL);
    await bench.endRender();
    await bench.database.raw('analyze');
    // PostgreSQL counts per connection; with a single connection, the counts are up to date.
    const connection = openDatabase({ url: bench.url, poolSize: 1 });
    const rowsRead = async (): Promise<number> => {
      await connection.raw('select pg_stat_force_next_flush()');
      const [row] = await connection('pg_stat_user_tables')
        .whereIn('relname', ['webhook_deliveries', 'webhook_messages'])
        .sum<Array<{ read: string }>>({ read: 'seq_tup_read' });
      return Number(row?.read);
    };
    const before = await rowsRead();
    const claims = rightOf(await postgresDeliveryQueue(connection, clock).claim(100)());
    expect(claims).to.have.length(PER_ENDPOINT + 1);
    expect(await rowsRead()).to.equal(before);
    await connection.destroy();
  });

  it('shows a delivery of a crashed process as waiting, and sends it again on request, even while paused', async () => {
    const { endpointId } = await bench.register(URL);
    await bench.endRender();
    const [lost] = await claim();
    const redeliver = () => bench.deliveries.redeliver(endpointId, lost!.deliveryId, clock.now())();
    expect(await only(endpointId)).to.include({ status: 'sending' });
    expect(rightOf(await redeliver()), 'while it is sent').to.equal(0);
    await bench.pause(endpointId);
    clock.advance(30_000);
    expect(await only(endpointId)).to.include({ status: 'waiting' });
    const listed = (status: 'waiting' | 'sending') =>
      bench.deliveries.list(endpointId, status, { limit: 10, page: 1 })().then(rightOf);
    expect((await listed('waiting')).items).to.have.length(1);
    expect((await listed('sending')).items).to.have.length(0);
    expect(rightOf(await redeliver())).to.equal(1);
    await answered(lost!, 500);
    expect(await only(endpointId)).to.include({
      status: 'waiting',
      nextAttemptAt: clock.now().toISOString(),
    });
  });

  it('cancels waiting and running deliveries when their endpoint is deleted', async () => {
    const { endpointId } = await bench.register(URL);
    await bench.endRender();
    const [sending] = await claim();
    await bench.endRender();
    const deleted = await bench.remove(endpointId);
    await answered(sending!, 500);
    const statuses = (await deliveriesOf(bench, endpointId)).map(({ status }) => status);
    expect(statuses).to.deep.equal(['cancelled', 'cancelled']);
    expect(await claim()).to.deep.equal([]);
    const [{ deliveryId } = { deliveryId: '' }] = await deliveriesOf(bench, endpointId);
    expect(rightOf(await bench.deliveries.redeliver(endpointId, deliveryId, clock.now())())).to.equal(0);
    expect(await bench.database('webhook_secrets')).to.deep.equal([]);

    // Applied again, ignoring the checkpoints: there is nothing left to do.
    const before = await bench.database('webhook_deliveries').orderBy('delivery_id');
    await bench.database('projection_checkpoints').delete();
    await bench.startProjector().apply(batchOf(deleted));
    expect(await bench.database('webhook_deliveries').orderBy('delivery_id')).to.deep.equal(before);
  });

  it('queues nothing for a deleted endpoint: no test message, no redelivery', async () => {
    const { endpointId } = await bench.register(URL);
    await bench.endRender();
    const [failed] = await claim();
    await bench.database('webhook_deliveries').update({ status: 'failed', claim_id: null });
    await bench.remove(endpointId);
    const { deliveries } = bench;
    const at = clock.now();
    expect(rightOf(await deliveries.redeliver(endpointId, failed!.deliveryId, at)())).to.equal(0);
    expect(rightOf(await deliveries.redeliverFailed(endpointId, new Date(0), at)())).to.equal(0);
    const [messageId, deliveryId] = [randomUUID(), randomUUID()];
    const ids = { messageId, deliveryId, ownerId: owner, endpointId, renderId: aRenderId() };
    rightOf(await deliveries.enqueueTest({ ...ids, body: '{}', at })());
    expect(await bench.database('webhook_deliveries').pluck('status')).to.deep.equal(['failed']);
  });
});
