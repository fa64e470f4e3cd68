import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ClaimedDelivery } from '../../../../application/ports/webhook-deliveries.js';
import { openDatabase } from '../../../../infrastructure/postgres/connection/database.js';
import { DELIVERIES_PER_ENDPOINT } from '../../../../domain/webhook-endpoint/endpoint-health.js';
import { postgresDeliveryQueue } from '../../../../infrastructure/postgres/webhooks/delivery-queue.js';
import { batchOf } from '../../../support/event-store/log-batch.js';
import { rightOf } from '../../../support/right-of.js';
import {
  type Bench,
  deliveriesOf,
  recordAnswer,
  startBench,
  timeOf,
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
  const answered = (claimed: ClaimedDelivery, status: 200 | 500) =>
    recordAnswer(bench.queue, claimed, status, clock.now());

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
    const claims = rightOf(await postgresDeliveryQueue(connection, timeOf(clock)).claim(100)());
    expect(claims).to.have.length(DELIVERIES_PER_ENDPOINT + 1);
    expect(await rowsRead()).to.equal(before);
    await connection.destroy();
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
    expect(rightOf(await bench.deliveries.redeliver(endpointId, deliveryId)())).to.equal(0);
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
    expect(rightOf(await deliveries.redeliver(endpointId, failed!.deliveryId)())).to.equal(0);
    expect(rightOf(await deliveries.redeliverFailed(endpointId, new Date(0))())).to.equal(0);
    const [messageId, deliveryId] = [randomUUID(), randomUUID()];
    const ids = { messageId, deliveryId, ownerId: owner, endpointId, renderId: aRenderId() };
    rightOf(await deliveries.enqueueTest({ ...ids, body: '{}', at })());
    expect(await bench.database('webhook_deliveries').pluck('status')).to.deep.equal(['failed']);
  });
});
