import { expect } from 'chai';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import type { RenderId } from '../../../domain/ids.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { serviceForSuite } from '../../support/service/service.js';

const MOST = 5;

describe('HTTP API: pending renders', () => {
  const service = serviceForSuite({ maxPendingRenders: MOST });
  let api: Api;
  let owners = 0;
  beforeEach(async () => {
    api = apiClient(service.baseUrl, await service.issueKey(`owner-${(owners += 1)}`));
  });

  const request = () => api('POST', '/v1/renders', { body: minimalVideo });

  it('are limited per owner: one too many gets a 429 with Retry-After and is not stored', async () => {
    const { videoId, _id } = (await request()).body.data;
    for (let n = 1; n < MOST; n += 1)
      expect((await api('POST', `/v1/renders/${videoId}`, { body: {} })).status).to.equal(201);
    for (const refused of [await request(), await api('POST', `/v1/renders/${videoId}`, { body: {} })]) {
      expect(refused.status).to.equal(429);
      expect(refused.body.message).to.deep.equal([
        `${MOST} renders are already pending; retry when some of them have started`,
      ]);
      expect(Number(refused.headers.get('retry-after'))).to.be.above(0);
    }
    expect((await api('GET', '/v1/videos')).body.pagination.total).to.equal(1);
    const other = apiClient(service.baseUrl, await service.issueKey('another'));
    expect((await other('POST', '/v1/renders', { body: minimalVideo })).status).to.equal(201);

    rightOf(await renderOutcomes(service.dependencies, 'a-worker').start(_id as RenderId)());
    await api('POST', `/v1/renders/${_id}/cancel`);
    expect((await request()).status, 'after one has started').to.equal(201);
  });

  it('do not exceed the limit when many are requested concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 4 * MOST }, request));
    const accepted = replies.filter(({ status }) => status === 201).length;
    const refused = replies.filter(({ status }) => status === 429).length;
    expect(accepted + refused).to.equal(4 * MOST);
    expect(accepted).to.be.within(1, MOST);
    for (let n = accepted; n < MOST; n += 1) expect((await request()).status).to.equal(201);
    expect((await request()).status).to.equal(429);
    expect((await api('GET', '/v1/renders/search?status=pending')).body.pagination.total).to.equal(MOST);
  });

  it('may be requested again with the same Idempotency-Key after a 429', async () => {
    // One after the other: of several at once, one may be refused below the limit.
    const { _id } = (await request()).body.data;
    for (let n = 1; n < MOST; n += 1) expect((await request()).status).to.equal(201);
    const headers = { 'idempotency-key': 'again' };
    const post = () => api('POST', '/v1/renders', { body: minimalVideo, headers });
    expect((await post()).status).to.equal(429);
    await api('POST', `/v1/renders/${_id}/cancel`);
    expect((await post()).status).to.equal(201);
  });
});
