import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import type { OwnerId, WebhookEndpointId } from '../../../domain/ids.js';
import { rightOf } from '../../support/right-of.js';
import { type Bench, recordAnswer, virtualClock } from '../../support/webhooks/delivery-chain.js';
import { anEndpointId, aRenderId, owner } from '../../support/webhooks/recorded.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { DeliveryStatus } from '../../../application/ports/webhook-deliveries.js';

const URL = 'https://hooks.example.org/x';
const PAGE = { limit: 2, page: 1 };

/** Deliveries, and ways to make them. */
export type WebhookDeliveriesUnderTest = Pick<
  Bench,
  'deliveries' | 'queue' | 'register' | 'remove' | 'endRender' | 'close'
>;

/** What owners' access to deliveries and the feed of events promises. */
export const webhookDeliveriesContract = (
  name: string,
  open: (clock: Clock) => Promise<WebhookDeliveriesUnderTest>,
): void => {
  describe(`webhook deliveries: ${name}`, () => {
    let bench: WebhookDeliveriesUnderTest;
    let clock: ReturnType<typeof virtualClock>;
    let endpointId: WebhookEndpointId;
    beforeEach(async () => {
      clock = virtualClock();
      bench = await open(clock);
      ({ endpointId } = await bench.register(URL));
    });
    afterEach(() => bench.close());

    const list = async (status?: DeliveryStatus, page = PAGE) =>
      rightOf(await bench.deliveries.list(endpointId, status, page)());
    const endRenders = async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) {
        clock.advance(1000);
        await bench.endRender();
      }
    };
    const claim = async () => rightOf(await bench.queue.claim(1)())[0]!;

    it('lists the deliveries of an endpoint, newest first, in pages', async () => {
      await endRenders(3);
      const first = await list();
      const second = await list(undefined, { ...PAGE, page: 2 });
      expect([first.total, second.total]).to.deep.equal([3, 3]);
      const times = [...first.items, ...second.items].map(({ createdAt }) => createdAt);
      expect(times).to.have.length(3);
      expect(times).to.deep.equal(times.toSorted().toReversed());
    });

    it('lists deliveries with a status, and shows each attempt', async () => {
      await endRenders(2);
      await recordAnswer(bench.queue, await claim(), 200, clock.now());
      const delivered = await list('delivered');
      expect(delivered.total).to.equal(1);
      expect(delivered.items[0]?.attempts).to.have.length(1);
      expect((await list('waiting')).total).to.equal(1);
    });

    it('finds a delivery only under its own endpoint', async () => {
      await endRenders(1);
      const [delivery] = (await list()).items;
      const { byId } = bench.deliveries;
      expect(rightOf(await byId(endpointId, delivery!.deliveryId)())).to.deep.equal(O.some(delivery));
      expect(rightOf(await byId(anEndpointId(), delivery!.deliveryId)())).to.deep.equal(O.none);
      expect(rightOf(await byId(endpointId, randomUUID())())).to.deep.equal(O.none);
    });

    it('redelivers a delivery that has ended, but not one that is being sent', async () => {
      await endRenders(1);
      const claimed = await claim();
      const redeliver = async () =>
        rightOf(await bench.deliveries.redeliver(endpointId, claimed.deliveryId)());
      expect(await redeliver()).to.equal(0);
      await recordAnswer(bench.queue, claimed, 200, clock.now());
      expect(await redeliver()).to.equal(1);
      expect(await claim()).to.deep.include({ messageId: claimed.messageId, attempt: 2, failures: 0 });
    });

    it('queues a test message for its endpoint, unless the endpoint is deleted', async () => {
      const message = () => ({
        messageId: randomUUID(),
        deliveryId: randomUUID(),
        ownerId: owner,
        endpointId,
        renderId: aRenderId(),
        body: '{"event":"test"}',
        at: clock.now(),
      });
      const one = message();
      rightOf(await bench.deliveries.enqueueTest(one)());
      expect(Buffer.from((await claim()).body).toString()).to.equal(one.body);
      await bench.remove(endpointId);
      rightOf(await bench.deliveries.enqueueTest(message())());
      expect(rightOf(await bench.queue.claim(10)())).to.deep.equal([]);
    });

    it("numbers the events of an owner's feed from 1 without gaps", async () => {
      await endRenders(3);
      const feed = async (ownerId: OwnerId, after: number, limit: number) =>
        rightOf(await bench.deliveries.feed(ownerId, after, limit)()).map(({ number }) => number);
      expect(await feed(owner, 0, 10)).to.deep.equal([1, 2, 3]);
      expect(await feed(owner, 1, 1)).to.deep.equal([2]);
      expect(await feed('grace' as OwnerId, 0, 10)).to.deep.equal([]);
    });
  });
};
