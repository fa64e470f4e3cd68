import { expect } from 'chai';
import { revokeApiKey } from '../../../application/api-keys/api-keys.js';
import { API_KEY_SCOPES, type ApiKeyScope, type RateLimits } from '../../../domain/api-key/events.js';
import { allOperations } from '../../../infrastructure/http/routes/all-operations.js';
import { scopeOf } from '../../../infrastructure/http/server/key-scopes.js';
import { BLUE } from '../../support/web/dashboard.js';
import { eventually } from '../../support/eventually.js';
import { apiClient } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { type Service, sharedService } from '../../support/service/service.js';

describe('API keys', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const clientWith = async (owner: string, scopes?: ReadonlyArray<ApiKeyScope>, limits: RateLimits = {}) =>
    apiClient(service.baseUrl, await service.issueKey(owner, limits, scopes));
  /** Issues a key with another one. */
  const issued = async (
    api: ReturnType<typeof apiClient>,
    scopes: ReadonlyArray<ApiKeyScope>,
    limits?: RateLimits,
  ) => {
    const { status, body } = await api('POST', '/v1/api-keys', { body: { name: 'Nightly', scopes, limits } });
    expect(status).to.equal(201);
    return { id: body.data._id as string, api: apiClient(service.baseUrl, body.data.key as string) };
  };
  const HOOK = { url: 'https://hooks.example.org/x' };

  /** One request for each scope. */
  const REQUESTS: Readonly<Record<ApiKeyScope, readonly ['GET' | 'POST', string, object?]>> = {
    read: ['GET', '/v1/videos'],
    edit: ['POST', '/v1/videos', BLUE],
    render: ['POST', '/v1/renders', BLUE],
    webhooks: ['POST', '/v1/webhooks', HOOK],
    keys: ['POST', '/v1/api-keys', { name: 'Other', scopes: ['read'] }],
  };
  const statusOf = async (api: ReturnType<typeof apiClient>, scope: ApiKeyScope): Promise<number> => {
    const [method, path, body] = REQUESTS[scope];
    return (await api(method, path, body ? { body } : {})).status;
  };

  for (const scope of API_KEY_SCOPES)
    it(`with the scope ${scope} permit only what it names`, async () => {
      const api = await clientWith(`only-${scope}`, [scope]);
      for (const asked of API_KEY_SCOPES) {
        // A key gives no other key a scope that it lacks itself.
        const expected = asked === scope && scope !== 'keys' ? [200, 201] : [403];
        expect(await statusOf(api, asked), asked).to.be.oneOf(expected);
      }
    });

  it('without scopes permit everything but managing keys', async () => {
    const api = await clientWith('unscoped');
    for (const asked of API_KEY_SCOPES)
      expect(await statusOf(api, asked), asked).to.be.oneOf(asked === 'keys' ? [403] : [200, 201]);
    const { body } = await api('POST', '/v1/api-keys', { body: { name: 'Other', scopes: ['read'] } });
    expect(body.message).to.deep.equal([
      'this needs an API key with the scope keys; the scopes of this one are read, edit, render, webhooks',
    ]);
  });

  it('need only the scope read for every GET, and for these', () => {
    const readingPosts = (query: object): ReadonlyArray<string> =>
      allOperations
        .filter((one) => one.method !== 'GET' && scopeOf(one, { ...query }) === 'read')
        .map(({ id }) => id);
    const always =
      'checkProject checkVideo drawFrame drawPlayback probeMedia importProject verifyFile showPresence';
    expect(readingPosts({})).to.have.members(always.split(' '));
    const dryRuns = ['createRender', 'createRenderOfVideo', 'createVideo'];
    expect(readingPosts({ dryRun: 'true' })).to.have.members([...always.split(' '), ...dryRuns]);
  });

  it('permit requests that change nothing with the scope read, whatever their method', async () => {
    const api = await clientWith('reader', ['read']);
    const body = { sha256: '0'.repeat(64) };
    expect((await api('POST', '/v1/verify', { body })).status).to.equal(200);
  });

  it('do not permit resumable uploads without the scope edit', async () => {
    const key = await service.issueKey('no-uploads', {}, ['read', 'render']);
    const { status } = await fetch(`${service.baseUrl}/v1/assets`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'tus-resumable': '1.0.0', 'upload-length': '10' },
    });
    expect(status).to.equal(403);
  });

  it('are issued with at most the scopes of the key that issues them, and never to issue others', async () => {
    const api = await clientWith('partly', ['read', 'keys']);
    for (const scopes of [['read', 'edit'], ['keys']]) {
      const { status } = await api('POST', '/v1/api-keys', { body: { name: 'Other', scopes } });
      expect(status, scopes.join()).to.equal(403);
    }
    const { api: reader } = await issued(api, ['read', 'read']);
    expect(await statusOf(reader, 'read')).to.equal(200);
    expect(await statusOf(reader, 'edit')).to.equal(403);
  });

  it('are listed with their names, scopes and limits, but not the keys themselves', async () => {
    const owner = await clientWith('lister', ['read', 'edit', 'keys'], { minute: 90 });
    const { id, api } = await issued(owner, ['read']);
    await clientWith('somebody-else', ['read']);
    const { body } = await api('GET', '/v1/api-keys');
    const [first, second] = body.data;
    expect(body.data).to.have.length(2);
    expect(first).to.deep.include({
      scopes: ['read', 'edit', 'keys'],
      limits: { minute: 90 },
      current: false,
    });
    expect(first).to.not.have.any.keys('name', 'issuedBy', 'key');
    expect(second).to.deep.include({ _id: id, name: 'Nightly', scopes: ['read'], issuedBy: first._id });
    expect(second).to.deep.include({ limits: { minute: 90 }, current: true });
  });

  it('share the rate limits of the key that issued them', async () => {
    const owner = await clientWith('sharer', ['read', 'keys'], { hour: 4 });
    const keys = [await issued(owner, ['read']), await issued(owner, ['read'])];
    const statuses: number[] = [];
    for (const { api } of [...keys, ...keys]) statuses.push((await api('GET', '/v1/videos')).status);
    expect(statuses).to.deep.equal([200, 200, 429, 429]);
  });

  it('have limits of their own, which use those of the key that issued them', async () => {
    const owner = await clientWith('limiter', ['read', 'keys'], { minute: 50, hour: 6 });
    const [two, many] = [await issued(owner, ['read'], { hour: 2 }), await issued(owner, ['read'])];
    const rest = async (api: ReturnType<typeof apiClient>) => {
      const { status, headers } = await api('GET', '/v1/videos');
      return `${status} ${/"hour";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]}`;
    };
    const seen: string[] = [];
    for (const { api } of [two, two, two, many, many, many]) seen.push(await rest(api));
    expect(seen).to.deep.equal(['200 1', '200 0', '429 0', '200 1', '200 0', '429 0']);
  });

  it('never have more limits than the key that issues them', async () => {
    const owner = await clientWith('raiser', ['read', 'keys'], { minute: 50, hour: 60 });
    const answerTo = (limits: object) =>
      owner('POST', '/v1/api-keys', { body: { name: 'Other', scopes: ['read'], limits } });
    expect((await answerTo({ hour: 61 })).body.message).to.deep.equal([
      'this API key may send 60 requests per hour, so no key that it issues may send more',
    ]);
    expect((await answerTo({ minute: 0 })).status).to.equal(400);
    const { data } = (await answerTo({ minute: 5, day: 1000 })).body;
    expect(data.limits).to.deep.equal({ minute: 5, hour: 60, day: 1000 });
  });

  it('are revoked by their owner, and with the key that issued them', async () => {
    const owner = await clientWith('revoker', ['read', 'keys']);
    const [one, other] = [await issued(owner, ['read']), await issued(owner, ['read'])];
    expect((await owner('DELETE', `/v1/api-keys/${one.id}`)).status).to.equal(204);
    expect((await owner('DELETE', `/v1/api-keys/${one.id}`)).status).to.equal(404);
    await eventually(async () => expect(await statusOf(one.api, 'read')).to.equal(401));
    expect(await statusOf(other.api, 'read')).to.equal(200);

    const [own] = (await owner('GET', '/v1/api-keys')).body.data;
    expect((await owner('DELETE', `/v1/api-keys/${own._id}`)).status).to.equal(403);
    const stranger = await clientWith('stranger', ['read', 'keys']);
    expect((await stranger('DELETE', `/v1/api-keys/${other.id}`)).status).to.equal(404);
    rightOf(
      await revokeApiKey(service.dependencies)(own._id, { actor: { type: 'admin' }, requestId: 'test' })(),
    );
    await eventually(async () => expect(await statusOf(other.api, 'read')).to.equal(401));
  });

  it('tell the usage of their owner by day, and of nobody else', async () => {
    const api = await clientWith('user');
    await (
      await clientWith('other-user')
    )('POST', '/v1/renders', { body: BLUE });
    for (let count = 0; count < 2; count += 1) await api('POST', '/v1/renders', { body: BLUE });
    const { days, assetBytes } = (await api('GET', '/v1/usage?days=2')).body.data;
    const [yesterday, today] = [-1, 0].map((day) =>
      new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10),
    );
    const none = { renders: 0, completed: 0, failed: 0, durationMs: 0, bytes: 0 };
    expect(days).to.deep.equal([
      { date: yesterday, ...none },
      { date: today, ...none, renders: 2 },
    ]);
    expect(assetBytes).to.equal(0);
    for (const days of ['0', '93', 'all'])
      expect((await api('GET', `/v1/usage?days=${days}`)).status).to.equal(400);
  });

  it('that are issued again with the same Idempotency-Key are the same key', async () => {
    const owner = await clientWith('repeater', ['read', 'keys']);
    const request = { body: { name: 'Once', scopes: ['read'] }, headers: { 'idempotency-key': 'a' } };
    const [first, again] = [
      await owner('POST', '/v1/api-keys', request),
      await owner('POST', '/v1/api-keys', request),
    ];
    expect(again.body.data).to.deep.include({ _id: first.body.data._id, key: first.body.data.key });
    expect((await owner('GET', '/v1/api-keys')).body.data).to.have.length(2);
  });
});
