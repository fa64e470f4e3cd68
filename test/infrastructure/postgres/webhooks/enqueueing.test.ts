import { expect } from 'chai';
import type { Recorded } from '../../../../domain/events.js';
import type { OwnerId } from '../../../../domain/ids.js';
import { batchOf } from '../../../support/event-store/log-batch.js';
import { rightOf } from '../../../support/right-of.js';
import { deliveriesOf, startBench, virtualClock } from '../../../support/webhooks/delivery-chain.js';
import { owner } from '../../../support/webhooks/recorded.js';
import { forEachTest } from '../../../support/for-suite.js';

const URL = 'https://hooks.example.org/x';

describe('queuing deliveries', () => {
  const clock = virtualClock();
  const bench = forEachTest(
    () => startBench(clock),
    (opened) => opened.close(),
  );

  const count = async (table: string): Promise<number> =>
    Number((await bench.database(table).count({ all: '*' }))[0]!['all']);

  it('creates one for each endpoint of the owner that subscribes to the event and existed before it', async () => {
    const [all, onlyFailed, otherOwner] = [
      await bench.register(URL),
      await bench.register(URL, { events: ['render.failed'] }),
      await bench.register(URL, { owner: 'bob' as OwnerId }),
    ];
    clock.advance(1000);
    await bench.endRender('completed');
    await bench.endRender('failed');
    clock.advance(1000);
    const late = await bench.register(URL);
    expect((await deliveriesOf(bench, all.endpointId)).map(({ event }) => event)).to.have.members([
      'render.completed',
      'render.failed',
    ]);
    expect((await deliveriesOf(bench, onlyFailed.endpointId)).map(({ event }) => event)).to.deep.equal([
      'render.failed',
    ]);
    expect(await deliveriesOf(bench, otherOwner.endpointId)).to.deep.equal([]);
    expect(await deliveriesOf(bench, late.endpointId)).to.deep.equal([]);
  });

  it('makes them due at once, even if the clock of the worker was ahead', async () => {
    await bench.register(URL);
    const inAnHour = new Date(clock.now().getTime() + 3_600_000).toISOString();
    await bench.endRender('completed', { at: inAnHour });
    expect(rightOf(await bench.queue.claim(1)())).to.have.length(1);
  });

  it('creates them even if the clock of the worker was behind, for what follows the registration in the log', async () => {
    const anHourAgo = new Date(clock.now().getTime() - 3_600_000).toISOString();
    const { endpointId } = await bench.register(URL);
    await bench.endRender('completed', { at: anHourAgo });
    expect(await deliveriesOf(bench, endpointId)).to.have.length(1);
  });

  it('creates none twice, neither for repeated events nor in a rebuild of all read models', async () => {
    await bench.register(URL);
    await bench.register(URL);
    const seen: Array<Recorded> = [];
    for (const outcome of ['completed', 'failed'] as const)
      seen.push(...(await bench.endRender(outcome)).recorded);
    expect(await count('webhook_deliveries')).to.equal(4);

    // A projector that crashed after its commit applies the same events again.
    await bench.database('projection_checkpoints').delete();
    await bench.startProjector().apply(batchOf(seen));
    expect(await count('webhook_deliveries')).to.equal(4);

    // From scratch, long after everything was delivered.
    await bench.database('webhook_deliveries').update({ status: 'delivered' });
    await bench.database('projection_checkpoints').delete();
    await bench.database('render_details').delete();
    await bench.startProjector().apply(batchOf(seen));
    expect(await count('webhook_messages')).to.equal(2);
    expect(await count('webhook_deliveries')).to.equal(4);
    expect(await bench.database('webhook_deliveries').where('status', 'waiting')).to.deep.equal([]);
  });

  it('creates none if the rest of the transaction fails', async () => {
    await bench.register(URL);
    await bench.database.raw(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger fail before insert on webhook_deliveries execute function fail()`,
    );
    const failed = await bench.endRender().then(
      () => false,
      () => true,
    );
    expect(failed).to.equal(true);
    for (const table of ['webhook_messages', 'webhook_feeds', 'render_details'])
      expect(await count(table), table).to.equal(0);
  });

  it('numbers the feed of each owner from 1 without gaps, across batches and owners', async () => {
    const bob = 'bob' as OwnerId;
    for (let round = 0; round < 12; round++)
      await bench.endRender(round % 2 ? 'failed' : 'completed', round % 3 ? {} : { ownerId: bob });
    const mine = rightOf(await bench.deliveries.feed(owner, 0, 100)());
    expect(mine.map(({ number }) => number)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(rightOf(await bench.deliveries.feed(bob, 0, 100)())).to.have.length(4);
    const after = rightOf(await bench.deliveries.feed(owner, 5, 2)());
    expect(after.map(({ number }) => number)).to.deep.equal([6, 7]);
    const stored = await bench.database('webhook_messages').where('owner_id', owner).orderBy('feed_number');
    expect(mine.map(({ body }) => body)).to.deep.equal(
      (stored as ReadonlyArray<{ body: Buffer }>).map(({ body }) => body.toString()),
    );
  });
});
