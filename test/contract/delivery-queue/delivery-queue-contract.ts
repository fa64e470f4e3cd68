import { expect } from 'chai';
import type { Clock } from '../../../application/ports/clock.js';
import type { ClaimedDelivery, DeliveryQueue } from '../../../application/ports/webhook-deliveries.js';
import type { WebhookEndpointId } from '../../../domain/ids.js';
import {
  DELIVERIES_PER_ENDPOINT,
  DELIVERIES_PER_FAILING_ENDPOINT,
  REST_AFTER_FAILURE_MS,
} from '../../../domain/webhook-endpoint/endpoint-health.js';
import { rightOf } from '../../support/right-of.js';
import {
  type Bench,
  deliveriesOf,
  recordAnswer,
  virtualClock,
} from '../../support/webhooks/delivery-chain.js';

const URL = 'https://hooks.example.org/x';

/** How long an attempt may take, in ms: a claim is kept for longer. */
const LONGEST_ATTEMPT_MS = 15_000;

/** A queue, and ways to fill it. */
export interface DeliveryQueueUnderTest extends Pick<
  Bench,
  'queue' | 'deliveries' | 'register' | 'endRender' | 'pause' | 'resume' | 'close'
> {
  /** The same queue as another process sees it. */
  readonly anotherQueue: () => DeliveryQueue;
}

/** What the deliver loop expects of the queue of deliveries. */
export const deliveryQueueContract = (
  name: string,
  open: (clock: Clock) => Promise<DeliveryQueueUnderTest>,
): void => {
  describe(`delivery queue: ${name}`, () => {
    let bench: DeliveryQueueUnderTest;
    let clock: ReturnType<typeof virtualClock>;
    beforeEach(async () => {
      clock = virtualClock();
      bench = await open(clock);
    });
    afterEach(() => bench.close());

    const claim = async (limit = 100) => rightOf(await bench.queue.claim(limit)());
    const answered = (claimed: ClaimedDelivery, status: 200 | 500) =>
      recordAnswer(bench.queue, claimed, status, clock.now());
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
      clock.advance(LONGEST_ATTEMPT_MS);
      expect(await claim()).to.deep.equal([]);
      clock.advance(30_000 - LONGEST_ATTEMPT_MS);
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
      clock.advance(REST_AFTER_FAILURE_MS);
      for (let render = 0; render < 30; render += 1)
        await bench.endRender(render % 2 === 0 ? 'completed' : 'failed');
      const processes = Array.from({ length: 6 }, () => bench.anotherQueue());
      const claims = (await Promise.all(processes.map((queue) => queue.claim(7)()))).flatMap(rightOf);
      expect(new Set(claims.map(({ deliveryId }) => deliveryId)).size).to.equal(claims.length);
      const at = (endpointId: WebhookEndpointId) =>
        claims.filter((claimed) => claimed.endpointId === endpointId).length;
      expect(at(one.endpointId)).to.equal(DELIVERIES_PER_ENDPOINT);
      expect(at(other.endpointId)).to.equal(DELIVERIES_PER_ENDPOINT);
      expect(at(failing.endpointId)).to.equal(DELIVERIES_PER_FAILING_ENDPOINT);
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
      clock.advance(REST_AFTER_FAILURE_MS - 1);
      const claimedOf = (claims: ReadonlyArray<ClaimedDelivery>, endpointId: WebhookEndpointId) =>
        claims.filter((claimed) => claimed.endpointId === endpointId).length;
      const resting = await claim();
      expect(claimedOf(resting, failing.endpointId)).to.equal(0);
      expect(claimedOf(resting, healthy.endpointId)).to.equal(4);
      clock.advance(1);
      expect(claimedOf(await claim(), failing.endpointId)).to.equal(DELIVERIES_PER_FAILING_ENDPOINT);
    });

    it('shows a delivery of a crashed process as waiting, and sends it again on request, even while paused', async () => {
      const { endpointId } = await bench.register(URL);
      await bench.endRender();
      const [lost] = await claim();
      const redeliver = () => bench.deliveries.redeliver(endpointId, lost!.deliveryId)();
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
      expect(await only(endpointId)).not.to.have.property('nextAttemptAt');
      await bench.resume(endpointId);
      expect(await only(endpointId)).to.include({
        status: 'waiting',
        nextAttemptAt: clock.now().toISOString(),
      });
    });
  });
};
