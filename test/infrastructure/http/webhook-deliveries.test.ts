import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { endRender } from '../../support/renders/ended-renders.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { type ServiceProcess, startServiceProcess } from '../../support/service/service-process.js';
import { type Service, startService } from '../../support/service/service.js';
import { answerWith, type Receiver, startReceiver } from '../../support/webhooks/receiver.js';

describe('HTTP API: webhook deliveries and the feed', () => {
  let service: Service;
  let delivering: ServiceProcess;
  let receiver: Receiver;
  let api: Api;
  let owners = 0;
  before(async () => {
    service = await startService({ allowedPrivateHosts: ['127.0.0.1'] });
    delivering = await startServiceProcess('webhooks', service, { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' });
  });
  after(async () => {
    expect(await delivering.stop()).to.equal(0);
    await service.stop();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    api = await newOwner();
  });
  afterEach(() => receiver.close());

  const newOwner = async () => apiClient(service.baseUrl, await service.issueKey(`owner-${(owners += 1)}`));
  const register = async () =>
    (await api('POST', '/v1/webhooks', { body: { url: receiver.url } })).body.data as {
      readonly _id: string;
      readonly signingSecret: string;
    };
  const deliveriesOf = async (id: string, query = '') =>
    (await api('GET', `/v1/webhooks/${id}/deliveries${query}`)).body;
  /** The only delivery of a webhook, once it has a given status. */
  const onlyDelivery = (id: string, status: string, attempts: number) =>
    eventually(async () => {
      const { data } = await deliveriesOf(id);
      expect(data).to.have.length(1);
      expect(data[0]).to.include({ status });
      expect(data[0].attempts).to.have.length(attempts);
      return data[0];
    });

  it('sends a test event, and shows its delivery with the response', async () => {
    const { _id, signingSecret } = await register();
    const reply = await api('POST', `/v1/webhooks/${_id}/test`);
    expect(reply.status).to.equal(201);
    await receiver.until(1);
    const { headers, body } = receiver.received[0]!;
    expect(headers['x-signature']).to.equal(createHmac('sha256', signingSecret).update(body).digest('hex'));
    const message = new Webhook(signingSecret).verify(body.toString(), headers as Record<string, string>);
    expect(message).to.have.property('event', 'webhook.test');
    const delivery = await onlyDelivery(_id, 'delivered', 1);
    expect((await api('GET', reply.headers.get('location') as string)).body.data).to.deep.equal(delivery);
    expect(delivery).to.include({ webhookId: _id, messageId: headers['webhook-id'], event: 'webhook.test' });
    expect(delivery.attempts[0]).to.include({ attempt: 1, httpStatus: 200, answer: 'thanks' });
    expect(delivery.attempts[0].durationMs).to.be.at.least(0);
  });

  it('holds deliveries back while paused, and sends them when resumed', async () => {
    const { _id } = await register();
    await api('POST', `/v1/webhooks/${_id}/pause`);
    const renderId = await endRender(service, api);
    const held = await onlyDelivery(_id, 'waiting', 0);
    expect(held).to.include({ renderId, event: 'render.completed' });
    await api('POST', `/v1/webhooks/${_id}/resume`);
    await receiver.until(1);
    expect(receiver.received[0]!.headers['idempotency-key']).to.equal(`${renderId}:render.completed`);
    await onlyDelivery(_id, 'delivered', 1);
  });

  it('shows every attempt and the next, and redelivers with the same id and body', async () => {
    const { _id } = await register();
    receiver.answer = answerWith(500);
    await endRender(service, api, 'failed');
    const waiting = await onlyDelivery(_id, 'waiting', 1);
    const [first] = waiting.attempts;
    expect(first).to.include({ attempt: 1, httpStatus: 500, answer: 'thanks' });
    expect(first.error).to.equal('the receiver failed; look for the cause in its log');
    const wait = Date.parse(waiting.nextAttemptAt) - Date.parse(first.startedAt) - first.durationMs;
    expect(wait).to.be.within(4000, 6000);
    const path = `/v1/webhooks/${_id}/deliveries/${waiting._id}/redeliver`;
    for (const count of [2, 3]) {
      let answer: () => void = () => undefined;
      receiver.answer = (_request, response) => {
        answer = () => response.writeHead(202).end(`answer ${count}`);
      };
      expect((await api('POST', path)).status).to.equal(200);
      await receiver.until(count);
      expect((await api('POST', path)).status, 'while it is sent').to.equal(409);
      answer();
      const { attempts } = await onlyDelivery(_id, 'delivered', count);
      expect(attempts.at(-1)).to.include({ httpStatus: 202, answer: `answer ${count}` });
    }
    const [one, ...others] = receiver.received;
    for (const other of others) {
      expect(other.body.equals(one!.body)).to.equal(true);
      for (const name of ['webhook-id', 'idempotency-key', 'x-signature'])
        expect(other.headers[name]).to.equal(one!.headers[name]);
    }
  });
});
