import { expect } from 'chai';
import {
  ApiError,
  type Client,
  createClient,
  RenderNotCompleted,
  verifyWebhook,
  WebhookRejected,
} from '../../clients/typescript/core/client.js';
import { WEBHOOK_TEST_VECTOR } from '../../application/records/webhook-test-vector.js';
import { renderOutcomes } from '../../application/renders/render-outcomes.js';
import type { RenderId } from '../../domain/ids.js';
import { deliveryHeaders } from '../../workers/webhook/signature.js';
import { endRender, provenance, renderOutput } from '../support/ended-renders.js';
import { eventually } from '../support/eventually.js';
import { apiClient } from '../support/http-client.js';
import { rightOf } from '../support/right-of.js';
import { type Service, sharedService } from '../support/service.js';

const project = (name: string) => ({ metadata: { name, duration: 1000 }, clips: [] });

const rejection = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it was not rejected');
};

const allOf = async <Item>(items: AsyncIterable<Item>): Promise<ReadonlyArray<Item>> => {
  const all: Array<Item> = [];
  for await (const item of items) all.push(item);
  return all;
};

/** A transport that fails at the first requests, each in its own way, and records all requests. */
const failingFirst = (...failures: ReadonlyArray<(request: Request) => Promise<Response>>) => {
  const requests: Array<Request> = [];
  return {
    requests,
    fetch: (request: Request): Promise<Response> => {
      requests.push(request);
      return (failures[requests.length - 1] ?? fetch)(request);
    },
  };
};

/** A wait that is over at once, and is recorded. */
const recordedWaits = () => {
  const waits: Array<number> = [];
  return { waits, sleep: async (ms: number): Promise<void> => void waits.push(ms) };
};

const respondWith =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (): Promise<Response> =>
    Promise.resolve(Response.json({ message: ['not now'] }, { status, headers }));

describe('The TypeScript client', () => {
  let service: Service;
  let apiKey: string;
  let client: Client;
  let owners = 0;

  before(async () => {
    service = await sharedService();
  });
  beforeEach(async () => {
    apiKey = await service.issueKey(`typescript-client-${(owners += 1)}`);
    client = createClient({ baseUrl: `${service.baseUrl}/`, apiKey });
  });

  const connected = (fetch: (request: Request) => Promise<Response>, sleep: (ms: number) => Promise<void>) =>
    createClient({ baseUrl: service.baseUrl, apiKey, fetch, sleep });

  it('stores, changes and lists videos', async () => {
    const created = await client.videos.create(project('first'));
    const changed = await client.videos.update(created._id, { metadata: { fps: 60 } });
    expect(changed.metadata).to.include({ name: 'first', fps: 60 });
    expect(await client.videos.get(created._id)).to.deep.equal(changed);
  });

  it('refuses to overwrite a change that it has not seen', async () => {
    const { _id } = await client.videos.create(project('contested'));
    const { etag } = await client.videos.getVersioned(_id);
    await client.videos.update(_id, { metadata: { fps: 24 } }, { ifMatch: etag });
    const error = await rejection(client.videos.update(_id, { metadata: { fps: 60 } }, { ifMatch: etag }));
    expect(error).to.be.instanceOf(ApiError).with.property('status', 412);
  });

  it('reports every problem of a request, and its id', async () => {
    const error = await rejection(client.videos.create({ metadata: { name: '', duration: 0 }, clips: [] }));
    expect(error).to.be.instanceOf(ApiError);
    const { status, problems, requestId } = error as ApiError;
    expect(status).to.equal(400);
    expect(problems.map((line) => line.split(' ')[0])).to.deep.equal(['metadata.name', 'metadata.duration']);
    expect(requestId).to.match(/^[\w-]{36}$/);
  });

  it('iterates over all items of all pages', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await client.videos.create(project(name));
    const listed = await allOf(client.videos.list({ limit: 2 }));
    expect(listed.map(({ metadata }) => metadata.name)).to.deep.equal(names.toReversed());
    const sizes = (await allOf(client.videos.pages({ limit: 2 }))).map(({ data, pagination }) => [
      data.length,
      pagination.total,
    ]);
    expect(sizes).to.deep.equal([
      [2, 5],
      [2, 5],
      [1, 5],
    ]);
  });

  it('repeats a request whose response was lost, without a second effect', async () => {
    const { waits, sleep } = recordedWaits();
    const lost = async (request: Request): Promise<Response> => {
      await fetch(request);
      throw new TypeError('the connection was lost');
    };
    const { fetch: flaky, requests } = failingFirst(lost, respondWith(503, { 'retry-after': '7' }));
    const created = await connected(flaky, sleep).videos.create(project('once'));
    expect(requests).to.have.length(3);
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).to.equal(1);
    expect(waits).to.deep.equal([500, 7000]);
    expect((await allOf(client.videos.list())).map(({ _id }) => _id)).to.deep.equal([created._id]);
  });

  it('waits as long as a rate limit says', async () => {
    const { waits, sleep } = recordedWaits();
    const limited = failingFirst(respondWith(429, { 'retry-after': '3' }));
    await allOf(connected(limited.fetch, sleep).videos.list());
    expect(waits).to.deep.equal([3000]);
  });

  it('returns a rate limit that lasts longer than it may wait', async () => {
    const { waits, sleep } = recordedWaits();
    const limited = failingFirst(respondWith(429, { 'retry-after': '3600' }));
    const error = await rejection(allOf(connected(limited.fetch, sleep).videos.list()));
    expect(error).to.be.instanceOf(ApiError).with.property('status', 429);
    expect(waits).to.deep.equal([]);
  });

  it('gives up after the last retry', async () => {
    const { waits, sleep } = recordedWaits();
    const down = Array.from({ length: 9 }, () => respondWith(503));
    const { fetch: unavailable, requests } = failingFirst(...down);
    const error = await rejection(allOf(connected(unavailable, sleep).videos.list()));
    expect(error).to.be.instanceOf(ApiError).with.property('status', 503);
    expect(requests).to.have.length(5);
    expect(waits).to.deep.equal([500, 1000, 2000, 4000]);
  });

  it('does not repeat a conditional change: its own effect would refuse it', async () => {
    const { sleep } = recordedWaits();
    const { _id } = await client.videos.create(project('conditional'));
    const { etag } = await client.videos.getVersioned(_id);
    const { fetch: unavailable, requests } = failingFirst(respondWith(503));
    const update = connected(unavailable, sleep).videos.update(
      _id,
      { metadata: { fps: 24 } },
      { ifMatch: etag },
    );
    expect(await rejection(update))
      .to.be.instanceOf(ApiError)
      .with.property('status', 503);
    expect(requests).to.have.length(1);
  });

  it('waits for a render and reports its progress', async () => {
    const { _id: videoId } = await client.videos.create(project('rendered'));
    const requested = await client.renders.create(videoId);
    const id = requested._id as RenderId;
    const outcomes = renderOutcomes(service.side, 'a-worker');
    const steps = [
      async () => void rightOf(await outcomes.start(id)()),
      async () => void rightOf(await outcomes.complete(id, 1, renderOutput(id), provenance)()),
    ];
    const stepping = connected(fetch, async () => steps.shift()?.());
    const states: Array<string> = [];
    const done = await stepping.renders.wait(id, { onProgress: ({ status }) => states.push(status) });
    expect(done.outputUrl).to.match(/\.mp4$/);
    expect(states).to.deep.equal(['pending', 'processing', 'completed']);
  });

  it('reports a failed render with its cause, and a cancelled one', async () => {
    const failed = await endRender(service, apiClient(service.baseUrl, apiKey), 'failed');
    const error = await rejection(client.renders.wait(failed));
    expect(error).to.be.instanceOf(RenderNotCompleted);
    expect((error as RenderNotCompleted).message).to.contain('the encoder failed');
    const cancelled = await client.renders.createFrom(project('cancelled'));
    await client.renders.cancel(cancelled._id);
    expect(await rejection(client.renders.wait(cancelled._id))).to.be.instanceOf(RenderNotCompleted);
  });

  it('stops waiting when it is told to', async () => {
    const { _id } = await client.renders.createFrom(project('abandoned'));
    const reason = new Error('enough');
    const stop = new AbortController();
    const waiting = client.renders.wait(_id, { signal: stop.signal, onProgress: () => stop.abort(reason) });
    expect(await rejection(waiting)).to.equal(reason);
  });

  it('follows the feed of events from any place', async () => {
    const api = apiClient(service.baseUrl, apiKey);
    expect(await client.events.lastNumber()).to.equal(0);
    const ids = [await endRender(service, api), await endRender(service, api, 'failed')];
    const listed = await eventually(async () => {
      const events = await allOf(client.events.list());
      if (events.length < ids.length) throw new Error('not all events are in the feed');
      return events;
    });
    expect(listed.map(({ data }) => data['_id'])).to.deep.equal(ids);
    expect(await client.events.lastNumber()).to.equal(2);

    const followed: Array<number> = [];
    const later = connected(fetch, async () => void (await endRender(service, api)));
    for await (const { number } of later.events.follow({ after: 1 })) if (followed.push(number) === 3) break;
    expect(followed).to.deep.equal([2, 3, 4]);
  });

  it('lists the fonts, and gives access to every other operation', async () => {
    expect((await client.fonts()).map(({ family }) => family)).to.include('Inter');
    const { data } = await client.api.GET('/healthz');
    expect(data).to.have.property('status');
  });
});

describe('The webhook verification of the TypeScript client', () => {
  const { secret, body, xSignature } = WEBHOOK_TEST_VECTOR;
  const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

  it('accepts X-Signature of the published test vector', async () => {
    expect((await verifyWebhook(body, { 'x-signature': xSignature }, secret)).event).to.equal(
      'render.completed',
    );
    const headers = new Headers({ 'X-Signature': xSignature });
    expect((await verifyWebhook(body, headers, [other, secret])).event).to.equal('render.completed');
  });

  it('accepts what the service sends now, signed with either secret', async () => {
    const headers = deliveryHeaders({
      messageId: 'a-message',
      idempotencyKey: 'a-render:render.completed',
      body: Buffer.from(body),
      secrets: { xSignature: secret, standard: [secret, other] },
      at: new Date(),
    });
    for (const known of [secret, other])
      expect((await verifyWebhook(body, headers, known)).event).to.equal('render.completed');
  });

  const refused = [
    ['a changed body', `${body} `, { 'x-signature': xSignature }, secret],
    ['another secret', body, { 'x-signature': xSignature }, other],
    ['no signature', body, {}, secret],
    ['a signature that is not hexadecimal', body, { 'x-signature': `${xSignature.slice(0, -1)}g` }, secret],
    [
      'a message from the past',
      body,
      {
        'webhook-id': WEBHOOK_TEST_VECTOR.webhookId,
        'webhook-timestamp': String(WEBHOOK_TEST_VECTOR.webhookTimestamp),
        'webhook-signature': WEBHOOK_TEST_VECTOR.webhookSignature,
        'x-signature': xSignature,
      },
      secret,
    ],
  ] as const;
  for (const [what, text, headers, known] of refused)
    it(`refuses ${what}`, async () => {
      expect(await rejection(verifyWebhook(text, headers, known))).to.be.instanceOf(WebhookRejected);
    });
});
