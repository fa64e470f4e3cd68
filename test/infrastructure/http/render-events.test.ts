import { expect } from 'chai';
import type { NatsConnection } from 'nats';
import type { ProgressFeed } from '../../../application/ports/render-queue.js';
import type { RenderOutcomes } from '../../../application/ports/render-outcomes.js';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import type { RenderId } from '../../../domain/ids.js';
import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { natsProgressFeed } from '../../../infrastructure/nats/progress-feed.js';
import { startApiProcess } from '../../support/service/api-process.js';
import { sentEvents } from '../../support/service/event-stream.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { startTestNats, type TestNats } from '../../support/servers/nats.js';
import { rightOf } from '../../support/right-of.js';
import { type Service, startService } from '../../support/service/service.js';
import { itIfLong } from '../../support/long-form.js';

const FAILURE = { stage: 'probe', message: 'no video', retryable: false } as const;
const MOST = 3;

describe('HTTP API: events of a render', () => {
  let service: Service;
  let nats: TestNats;
  let connection: NatsConnection;
  let worker: RenderOutcomes;
  let feed: ProgressFeed;
  let key: string;
  let api: Api;
  const streams = new Set<AbortController>();
  /** Fetch closes the stream of a response that nothing refers to. */
  const responses: Response[] = [];

  before(async () => {
    nats = await startTestNats();
    connection = await connectToNats(nats.url, 'api');
    feed = natsProgressFeed(connection);
    service = await startService({
      subscribe: feed.subscribe,
      permits: { followed: { perOwner: MOST, permits: MOST + 1 } },
    });
    worker = renderOutcomes(service.dependencies, 'a-worker');
    key = await service.issueKey('watcher');
    api = apiClient(service.baseUrl, key);
  });
  after(async () => {
    await service.stop();
    await connection.close();
    await nats.stop();
  });
  afterEach(() => {
    for (const stream of streams) stream.abort();
    streams.clear();
    responses.length = 0;
  });

  const request = async (): Promise<RenderId> =>
    (await api('POST', '/v1/renders', { body: minimalVideo })).body.data._id as RenderId;
  const open = async (
    id: string,
    headers: Record<string, string> = {},
    apiKey = key,
    baseUrl = service.baseUrl,
  ): Promise<Response> => {
    const stream = new AbortController();
    streams.add(stream);
    const sent = { 'x-api-key': apiKey, ...headers };
    const response = await fetch(`${baseUrl}/v1/renders/${id}/events`, {
      headers: sent,
      signal: stream.signal,
    });
    responses.push(response);
    return response;
  };
  const follow = async (id: string, lastId?: string) =>
    sentEvents(await open(id, lastId === undefined ? {} : { 'last-event-id': lastId }));

  it('come from the queue to the end: position, stage, frames, rate, and the outcome', async () => {
    const [first, second] = [await request(), await request()];
    const events = await follow(second);
    const next = async () => (await events.next()).value?.data;
    expect(await next()).to.deep.equal({ status: 'pending', attempt: 0, progress: 0, queuePosition: 2 });
    await api('POST', `/v1/renders/${first}/cancel`);
    expect(await next()).to.include({ queuePosition: 1 });
    rightOf(await worker.start(second)());
    expect(await next()).to.deep.equal({ status: 'processing', attempt: 1, progress: 0 });
    const told = { stage: 'encode', frames: 12, totalFrames: 30, fps: 24.5 } as const;
    feed.publish({ renderId: second, attempt: 1, fraction: 0.4, ...told });
    expect(await next()).to.deep.include({ status: 'processing', attempt: 1, progress: 0.4, ...told });
    rightOf(await worker.fail(second, 1, FAILURE)());
    const last = await events.next();
    expect(last.value).to.deep.equal({
      id: 'end',
      data: {
        status: 'failed',
        attempt: 1,
        progress: 0,
        error: 'no video (stage: probe, a retry would not help)',
      },
    });
    expect((await events.next()).done).to.equal(true);
  });

  it('continue after Last-Event-ID: never with earlier progress, and not at all after the end', async () => {
    const id = await request();
    rightOf(await worker.start(id)());
    const events = await follow(id, '1.500');
    feed.publish({ renderId: id, attempt: 1, fraction: 0.3 });
    const told = await Promise.race([
      events.next(),
      eventually(() => {
        feed.publish({ renderId: id, attempt: 1, fraction: 0.7 });
        throw new Error('not yet');
      }, 10_000),
    ]);
    expect(told.value).to.deep.include({ id: '1.700' });
    expect(told.value?.data).to.include({ status: 'processing', progress: 0.7 });
    rightOf(await worker.fail(id, 1, FAILURE)());
    const [last] = await Promise.all([events.next(), api('GET', `/v1/renders/${id}`)]);
    expect(last.value?.id).to.equal('end');
    const ended = await open(id, { 'last-event-id': 'end' });
    expect([ended.status, await ended.text()]).to.deep.equal([204, '']);
  });

  itIfLong('continue on another API process when one is killed', async () => {
    const id = await request();
    rightOf(await worker.start(id)());
    const killed = await startApiProcess(service, { NATS_URL: nats.url });
    const events = sentEvents(await open(id, {}, key, killed.baseUrl));
    expect((await events.next()).value?.data).to.include({ status: 'processing' });
    const publishing = setInterval(() => feed.publish({ renderId: id, attempt: 1, fraction: 0.5 }), 50);
    const { value: last } = await events.next().finally(() => clearInterval(publishing));
    expect(last).to.deep.include({ id: '1.500' });
    await killed.kill();
    rightOf(await worker.fail(id, 1, FAILURE)());
    const [next] = await Promise.all([(await follow(id, last?.id)).next(), api('GET', `/v1/renders/${id}`)]);
    expect(next.value).to.deep.include({ id: 'end' });
  });

  it('are limited in number; closed streams do not count, nor does HEAD', async () => {
    const id = await request();
    for (let n = 0; n < 2 * MOST; n += 1)
      expect((await api('HEAD', `/v1/renders/${id}/events`)).status).to.equal(200);
    const opened = await Promise.all(Array.from({ length: MOST }, () => open(id)));
    expect(opened.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const refused = await open(id);
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.above(0);
    const [stream] = streams;
    stream?.abort();
    await eventually(async () => expect((await open(id)).status).to.equal(200));
    const other = await service.issueKey('another-watcher');
    const theirs = apiClient(service.baseUrl, other);
    const { _id } = (await theirs('POST', '/v1/renders', { body: minimalVideo })).body.data;
    expect((await open(_id, {}, other)).status).to.equal(200);
    expect((await open(_id, {}, other)).status).to.equal(503);
  });

  it('are estimated on the render, too, once some are completed', async () => {
    const id = await request();
    const { data } = (await api('GET', `/v1/renders/${id}`)).body;
    expect(data.queuePosition).to.be.at.least(1);
    expect(data).to.not.have.property('estimatedStart');
    await service.database('render_jobs').where({ render_id: id }).update({ work: 100 });
    for (let n = 0; n < 5; n += 1) {
      const done = await request();
      await service.database('render_jobs').where({ render_id: done }).update({
        over: true,
        started_at: '2026-01-01T00:00:00Z',
        completed_at: '2026-01-01T00:00:10Z',
        work: 100,
      });
    }
    const before = Date.now();
    const known = (await api('GET', `/v1/renders/${id}`)).body.data;
    for (const range of [known.estimatedStart, known.estimatedEnd])
      expect(Date.parse(range.latest)).to.be.at.least(Date.parse(range.earliest));
    expect(Date.parse(known.estimatedEnd.earliest) - Date.parse(known.estimatedStart.earliest)).to.equal(
      10_000,
    );
    expect(Date.parse(known.estimatedStart.earliest)).to.be.at.least(before);
  });
});
