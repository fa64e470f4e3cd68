import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  type Bench,
  deliveriesOf,
  PUBLIC_BASE_URL,
  startBench,
  until,
  virtualClock,
} from '../../support/webhooks/delivery-chain.js';
import { answerWith, type Received, type Receiver, startReceiver } from '../../support/webhooks/receiver.js';

const verified = ({ body, headers }: Received, secret: string): unknown =>
  new Webhook(secret).verify(body.toString(), headers as Record<string, string>);

describe('webhook delivery', () => {
  let bench: Bench;
  let receiver: Receiver;
  beforeEach(async () => {
    [bench, receiver] = [await startBench(), await startReceiver()];
  });
  afterEach(async () => {
    await bench.close();
    await receiver.close();
  });

  const onlyDelivery = async (endpointId: Parameters<Bench['deliveries']['list']>[0]) => {
    const deliveries = await deliveriesOf(bench, endpointId);
    expect(deliveries).to.have.length(1);
    return deliveries[0]!;
  };

  it('sends a completed render with body, headers and both signatures', async () => {
    const { endpointId, secret } = await bench.register(receiver.url);
    await bench.deliver();
    const { renderId, recorded } = await bench.endRender('completed', { name: 'Süße 🎬' });
    await receiver.until(1);
    const [one] = receiver.received;
    const body = JSON.parse(one!.body.toString()) as { event: string; data: Record<string, unknown> };
    expect(body.event).to.equal('render.completed');
    const fields =
      '_id status outputUrl outputs error videoId videoVersion videoData createdAt updatedAt receiptUrl';
    expect(Object.keys(body.data)).to.deep.equal(fields.split(' '));
    expect(body.data).to.deep.include({
      _id: renderId,
      status: 'completed',
      outputUrl: `${PUBLIC_BASE_URL}/outputs/${renderId}.mp4`,
      receiptUrl: `${PUBLIC_BASE_URL}/v1/renders/${renderId}/receipt`,
      error: '',
      videoVersion: 3,
    });
    expect(body.data['videoData']).to.have.nested.property('metadata.name', 'Süße 🎬');
    expect(one!.headers).to.include({
      'content-type': 'application/json',
      'idempotency-key': `${renderId}:render.completed`,
      'webhook-id': recorded.at(-1)!.id,
      'x-signature': createHmac('sha256', secret).update(one!.body).digest('hex'),
    });
    expect(verified(one!, secret)).to.deep.equal(body);
    await until(async () => (await onlyDelivery(endpointId)).status === 'delivered');
    const { attempts } = await onlyDelivery(endpointId);
    expect(attempts).to.have.length(1);
    expect(attempts[0]).to.include({ attempt: 1, httpStatus: 200, answer: 'thanks' });
  });

  it('sends a failed render with its error and without output', async () => {
    await bench.register(receiver.url);
    await bench.deliver();
    await bench.endRender('failed');
    await receiver.until(1);
    const { event, data } = JSON.parse(receiver.received[0]!.body.toString()) as {
      event: string;
      data: Record<string, unknown>;
    };
    expect(event).to.equal('render.failed');
    expect(data).to.include({ status: 'failed', outputUrl: '' }).and.not.have.property('receiptUrl');
    expect(data['error']).to.match(/^clips\[0\]: .*download.*cdn\.example\.com.*404.*retry would not help/);
  });

  it('retries with the same bytes, id and key, and records every attempt', async () => {
    const clock = virtualClock();
    await bench.close();
    bench = await startBench(clock);
    const { endpointId } = await bench.register(receiver.url);
    receiver.answer = answerWith(500);
    const loop = await bench.deliver();
    await bench.endRender();
    await receiver.until(1);
    await until(() => loop.notes.length === 1);
    receiver.answer = answerWith(204);
    await until(async () => (await onlyDelivery(endpointId)).status === 'waiting');
    clock.advance(5000);
    loop.wake();
    await receiver.until(2);
    const [first, second] = receiver.received;
    expect(second!.body.equals(first!.body)).to.equal(true);
    for (const name of ['idempotency-key', 'webhook-id', 'x-signature'])
      expect(second!.headers[name]).to.equal(first!.headers[name]);
    await until(async () => (await onlyDelivery(endpointId)).status === 'delivered');
    const { attempts } = await onlyDelivery(endpointId);
    expect(attempts.map(({ httpStatus }) => httpStatus)).to.deep.equal([500, 204]);
  });
});
