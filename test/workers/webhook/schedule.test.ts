import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  JITTER,
  MAX_RETRY_AFTER_MS,
  MAX_ATTEMPTS,
  nextAttemptAt,
  readRetryAfter,
  RETRY_DELAYS_MS,
} from '../../../workers/webhook/retry-schedule.js';
import { rightOf } from '../../support/right-of.js';
import {
  type Bench,
  deliveriesOf,
  startBench,
  until,
  virtualClock,
} from '../../support/webhooks/delivery-chain.js';
import { answerWith, type Receiver, startReceiver } from '../../support/webhooks/receiver.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SECONDS = [5, 30, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400];

describe('the retry schedule', () => {
  it('has 12 attempts with the specified waits', () => {
    expect(RETRY_DELAYS_MS).to.deep.equal(SECONDS.map((seconds) => seconds * 1000));
    expect(MAX_ATTEMPTS).to.equal(12);
  });

  it('varies each wait by at most 20 % in both directions, and ends after the last attempt', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const failedAt = new Date('2030-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 11 }), random, (failures, chance) => {
        const next = nextAttemptAt({ failures, failedAt, random: chance });
        const share = (next!.getTime() - failedAt.getTime()) / RETRY_DELAYS_MS[failures - 1]!;
        expect(share).to.be.within(1 - JITTER - 1e-3, 1 + JITTER);
      }),
    );
    for (const [failures, wait] of RETRY_DELAYS_MS.entries()) {
      const at = (chance: number) =>
        nextAttemptAt({ failures: failures + 1, failedAt, random: chance })!.getTime() - failedAt.getTime();
      expect(at(0)).to.equal(wait * 0.8);
      expect(at(0.5)).to.equal(wait);
    }
    expect(nextAttemptAt({ failures: 12, failedAt, random: 0 })).to.equal(undefined);
  });

  it('parses Retry-After as seconds or a date, and nothing else', () => {
    const now = new Date('2030-01-01T00:00:00Z');
    expect(readRetryAfter('120', now)).to.deep.equal(new Date('2030-01-01T00:02:00Z'));
    expect(readRetryAfter('Tue, 01 Jan 2030 01:00:00 GMT', now)).to.deep.equal(
      new Date('2030-01-01T01:00:00Z'),
    );
    for (const header of [undefined, '', 'soon', '-5', '1.5', '9'.repeat(40), 'Someday, soon'])
      expect(readRetryAfter(header, now), header).to.equal(undefined);
  });

  it('waits as long as the receiver requests, at most a day, and never less than scheduled', () => {
    const failedAt = new Date('2030-01-01T00:00:00Z');
    const next = (ms: number) =>
      nextAttemptAt({
        failures: 1,
        failedAt,
        random: 0.5,
        retryAfter: new Date(failedAt.getTime() + ms),
      })!.getTime() - failedAt.getTime();
    expect(next(60_000)).to.equal(60_000);
    expect(next(1000)).to.equal(5000);
    expect(next(-DAY)).to.equal(5000);
    expect(next(365 * DAY)).to.equal(MAX_RETRY_AFTER_MS);
  });
});

describe('the deliver loop under a virtual clock', () => {
  let bench: Bench;
  let receiver: Receiver;
  let clock: ReturnType<typeof virtualClock>;
  beforeEach(async () => {
    clock = virtualClock();
    [bench, receiver] = [await startBench(clock), await startReceiver()];
  });
  afterEach(async () => {
    await bench.close();
    await receiver.close();
  });

  const settled = (endpointId: Parameters<typeof deliveriesOf>[1], attempts: number) =>
    until(async () => {
      const [delivery] = await deliveriesOf(bench, endpointId);
      return delivery?.status !== 'sending' && delivery?.attempts.length === attempts;
    });

  it('makes 12 attempts at the exact times, then fails', async () => {
    receiver.answer = answerWith(500);
    const { endpointId } = await bench.register(receiver.url);
    const loop = await bench.deliver();
    await bench.endRender();
    for (const [index, seconds] of SECONDS.entries()) {
      await receiver.until(index + 1);
      await settled(endpointId, index + 1);
      const [delivery] = await deliveriesOf(bench, endpointId);
      const expected = new Date(clock.now().getTime() + seconds * 1000);
      expect(delivery!.nextAttemptAt).to.equal(expected.toISOString());
      clock.advance(seconds * 1000 - 1);
      expect(rightOf(await bench.queue.claim(10)())).to.deep.equal([]);
      clock.advance(1);
      loop.wake();
    }
    await settled(endpointId, 12);
    const [delivery] = await deliveriesOf(bench, endpointId);
    expect(delivery).to.include({ status: 'failed', finishedAt: clock.now().toISOString() });
    expect(receiver.received).to.have.length(12);
  });

  it('honours Retry-After', async () => {
    receiver.answer = answerWith(503, { 'retry-after': '90' });
    const { endpointId } = await bench.register(receiver.url);
    await bench.deliver();
    await bench.endRender();
    await settled(endpointId, 1);
    const [delivery] = await deliveriesOf(bench, endpointId);
    expect(delivery!.nextAttemptAt).to.equal(new Date(clock.now().getTime() + 90_000).toISOString());
  });

  it('disables an endpoint that returns 410, and holds its deliveries until it is resumed', async () => {
    receiver.answer = answerWith(410);
    const { endpointId } = await bench.register(receiver.url);
    const loop = await bench.deliver();
    await bench.endRender();
    await until(() => loop.disabled.length === 1);
    expect(loop.disabled).to.deep.equal([`${endpointId} gone`]);
    expect(loop.notes.at(-1)).to.include({ type: 'disabled', reason: 'gone' });
    const shown = await bench.database('webhook_endpoints').where({ endpoint_id: endpointId }).first();
    expect(shown).to.include({ status: 'disabled', disabled_reason: 'gone' });

    receiver.answer = answerWith(200);
    clock.advance(DAY);
    await bench.endRender();
    expect(rightOf(await bench.queue.claim(10)())).to.deep.equal([]);
    await bench.resume(endpointId);
    loop.wake();
    await until(async () =>
      (await deliveriesOf(bench, endpointId)).every(({ status }) => status === 'delivered'),
    );
    expect(await deliveriesOf(bench, endpointId)).to.have.length(2);
  });

  it('disables an endpoint after five days of nothing but failures; a success resets the period', async () => {
    const { endpointId } = await bench.register(receiver.url);
    const loop = await bench.deliver();
    let attempts = 0;
    const oneAttempt = async (status: number) => {
      receiver.answer = answerWith(status);
      await bench.endRender();
      attempts += 1;
      await until(() => loop.notes.filter(({ type }) => type === 'attempted').length === attempts);
      await until(async () =>
        (await deliveriesOf(bench, endpointId)).every((delivery) => delivery.status !== 'sending'),
      );
      // Deliveries that wait for their next attempt would interfere.
      await bench.database('webhook_deliveries').where('status', 'waiting').update({ status: 'failed' });
    };
    await oneAttempt(500);
    clock.advance(5 * DAY - 1000);
    await oneAttempt(200);
    await oneAttempt(500);
    clock.advance(5 * DAY - 1000);
    await oneAttempt(500);
    expect(loop.disabled).to.deep.equal([]);
    clock.advance(1000);
    await oneAttempt(500);
    await until(() => loop.disabled.length === 1);
    expect(loop.disabled).to.deep.equal([`${endpointId} failing`]);

    await bench.resume(endpointId);
    await oneAttempt(500);
    clock.advance(DAY);
    await oneAttempt(500);
    expect(loop.disabled, 'ignores failures from before it was resumed').to.have.length(1);
  });
});
