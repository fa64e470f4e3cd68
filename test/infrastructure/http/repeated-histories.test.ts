import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { startTracing } from '../../../infrastructure/platform/tracing/start-tracing.js';
import { expectIntactHistories } from '../../support/event-store/chain-check.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { type Service, startService } from '../../support/service/service.js';
import { startTraceCollector, type TraceCollector } from '../../support/servers/trace-collector.js';
import { itIfLong } from '../../support/long-form.js';

/** A request of a trace of its own, as each repetition is. */
const keyed = (key: string, body: unknown = minimalVideo, traceId = randomBytes(16).toString('hex')) => ({
  body,
  headers: { 'idempotency-key': key, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
});

describe('HTTP API: histories of repeated requests', () => {
  let service: Service;
  let api: Api;
  let colleague: Api;
  let collector: TraceCollector;
  let endTracing: () => Promise<void>;
  before(async () => {
    collector = await startTraceCollector();
    endTracing = await startTracing('test', collector.endpoint, () => undefined);
    service = await startService({ readableWithinMs: 6000 });
    api = apiClient(service.baseUrl, await service.issueKey('repeating'));
    colleague = apiClient(service.baseUrl, await service.issueKey('repeating'));
  });
  after(async () => {
    await service.stop();
    await endTracing();
    await collector.close();
  });

  /** The response to a client that repeats its request while the projector is stopped. */
  const repeated = async (
    path: string,
    key: string,
    body: unknown,
    repeating: Api = api,
    traceId?: string,
  ) => {
    const first = await service.withoutProjector(() => api('POST', path, keyed(key, body, traceId)));
    expect(first.status, 'while the projector is stopped').to.equal(503);
    const second = await repeating('POST', path, keyed(key, body));
    return { ...second.body.data, requestId: first.headers.get('x-request-id') };
  };

  for (const who of ['the same API key', 'another API key of the owner'])
    it(`verify after a create was repeated with ${who} and a change followed`, async () => {
      const { _id } = await repeated('/v1/videos', who, minimalVideo, who.startsWith('a') ? colleague : api);
      const patch = { body: { metadata: { name: 'after the repeat' } } };
      expect((await api('PATCH', `/v1/videos/${_id}`, patch)).status).to.equal(200);
      await expectIntactHistories(service.client);
    });

  it('name the request that came first, and its trace, in a single event, however often it was repeated', async () => {
    const trace = 'ab'.repeat(16);
    const { _id, requestId } = await repeated('/v1/videos', 'one request', minimalVideo, colleague, trace);
    const again = await api('POST', '/v1/videos', keyed('one request'));
    expect(again.body.data._id).to.equal(_id);
    expect(again.headers.get('x-request-id')).to.not.equal(requestId);
    const { data } = (await api('GET', `/v1/videos/${_id}/events`)).body;
    expect(data).to.have.length(1);
    expect(data[0].metadata).to.include({ requestId });
    expect(data[0].metadata.traceparent).to.match(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
  });

  itIfLong('verify after every other kind of POST was repeated and changes followed', async () => {
    const { _id } = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data;
    const rename = (name: string) => api('PATCH', `/v1/videos/${_id}`, { body: { metadata: { name } } });
    await rename('second');
    await repeated(`/v1/videos/${_id}/editor-link`, 'link', {});
    await rename('third');
    await repeated(`/v1/videos/${_id}/versions/1/restore`, 'restore', {});
    await rename('fourth');
    const inline = await repeated('/v1/renders', 'inline', minimalVideo);
    await api('POST', `/v1/renders/${inline._id}/cancel`);
    await rename('fifth');
    const render = await repeated(`/v1/renders/${_id}`, 'render', {});
    await repeated(`/v1/renders/${render._id}/cancel`, 'cancel', {});
    const webhook = await repeated('/v1/webhooks', 'webhook', { url: 'https://1.1.1.1/' });
    for (const action of ['pause', 'resume', 'rotate-secret'])
      await repeated(`/v1/webhooks/${webhook._id}/${action}`, action, {});
    await api('PATCH', `/v1/webhooks/${webhook._id}`, { body: { description: 'after all' } });
    expect(await expectIntactHistories(service.client)).to.be.above(12);
  });
});
