import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import type { WebhookEndpointId } from '../../../domain/ids.js';
import { rightOf } from '../../support/right-of.js';
import { type Bench, virtualClock } from '../../support/webhooks/delivery-chain.js';
import { anEndpointId } from '../../support/webhooks/recorded.js';
import type { Clock } from '../../../application/ports/clock.js';

const URL = 'https://hooks.example.org/x';
const PAGE = { limit: 2, page: 1 };

/** Deliveries, and ways to make them. */
export type WebhookDeliveriesUnderTest = Pick<Bench, 'deliveries' | 'register' | 'endRender' | 'close'>;

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

    const list = async (page = PAGE) => rightOf(await bench.deliveries.list(endpointId, undefined, page)());
    const endRenders = async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) {
        clock.advance(1000);
        await bench.endRender();
      }
    };

    it('lists the deliveries of an endpoint, newest first, in pages', async () => {
      await endRenders(3);
      const first = await list();
      const second = await list({ ...PAGE, page: 2 });
      expect([first.total, second.total]).to.deep.equal([3, 3]);
      const times = [...first.items, ...second.items].map(({ createdAt }) => createdAt);
      expect(times).to.have.length(3);
      expect(times).to.deep.equal(times.toSorted().toReversed());
    });

    it('finds a delivery only under its own endpoint', async () => {
      await endRenders(1);
      const [delivery] = (await list()).items;
      const { byId } = bench.deliveries;
      expect(rightOf(await byId(endpointId, delivery!.deliveryId)())).to.deep.equal(O.some(delivery));
      expect(rightOf(await byId(anEndpointId(), delivery!.deliveryId)())).to.deep.equal(O.none);
      expect(rightOf(await byId(endpointId, randomUUID())())).to.deep.equal(O.none);
    });
  });
};
