import { expect } from 'chai';
import { ApiError } from '../../clients/typescript/core/client.js';
import { rejection } from '../support/rejection.js';
import { allOf, type ClientUser, clientUser, projectNamed } from './client-user.js';

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

describe('Retries of the TypeScript client', () => {
  let client: ClientUser['client'];
  let connected: ClientUser['connected'];
  beforeEach(async () => {
    ({ client, connected } = await clientUser());
  });

  it('repeat a request whose response was lost, without a second effect', async () => {
    const { waits, sleep } = recordedWaits();
    const lost = async (request: Request): Promise<Response> => {
      await fetch(request);
      throw new TypeError('the connection was lost');
    };
    const { fetch: flaky, requests } = failingFirst(lost, respondWith(503, { 'retry-after': '7' }));
    const created = await connected(flaky, sleep).videos.create(projectNamed('once'));
    expect(requests).to.have.length(3);
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).to.equal(1);
    expect(waits).to.deep.equal([500, 7000]);
    expect((await allOf(client.videos.list())).map(({ _id }) => _id)).to.deep.equal([created._id]);
  });

  it('wait as long as a rate limit says', async () => {
    const { waits, sleep } = recordedWaits();
    const limited = failingFirst(respondWith(429, { 'retry-after': '3' }));
    await allOf(connected(limited.fetch, sleep).videos.list());
    expect(waits).to.deep.equal([3000]);
  });

  it('are not made if a rate limit lasts longer than the client may wait', async () => {
    const { waits, sleep } = recordedWaits();
    const limited = failingFirst(respondWith(429, { 'retry-after': '3600' }));
    const error = await rejection(allOf(connected(limited.fetch, sleep).videos.list()));
    expect(error).to.be.instanceOf(ApiError).with.property('status', 429);
    expect(waits).to.deep.equal([]);
  });

  it('stop after the last attempt', async () => {
    const { waits, sleep } = recordedWaits();
    const down = Array.from({ length: 9 }, () => respondWith(503));
    const { fetch: unavailable, requests } = failingFirst(...down);
    const error = await rejection(allOf(connected(unavailable, sleep).videos.list()));
    expect(error).to.be.instanceOf(ApiError).with.property('status', 503);
    expect(requests).to.have.length(5);
    expect(waits).to.deep.equal([500, 1000, 2000, 4000]);
  });

  it('are not made of a conditional change: its own effect would refuse it', async () => {
    const { sleep } = recordedWaits();
    const { _id } = await client.videos.create(projectNamed('conditional'));
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
});
