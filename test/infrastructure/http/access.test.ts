import { expect } from 'chai';
import { newApiKey, revokeApiKey } from '../../../application/api-keys/api-keys.js';
import { randomIds } from '../../../infrastructure/platform/random-ids.js';
import { sha256 } from '../../../application/commands/hash-chain.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import type { Reply } from '../../support/service/reply.js';
import { rightOf } from '../../support/right-of.js';
import { clientOfNewOwner, type Service, sharedService } from '../../support/service/service.js';

describe('HTTP API: access control', function () {
  this.timeout(60_000);
  let service: Service;
  let anonymous: Api;
  let api: Api;
  let key: string;

  before(async () => {
    service = await sharedService();
    anonymous = apiClient(service.baseUrl);
    key = await service.issueKey('access');
    api = apiClient(service.baseUrl, key);
  });

  const newVideo = async (renderOptionsInUI?: string[]): Promise<{ id: string; token: string }> => {
    const { data } = (await api('POST', '/v1/videos', { body: { ...minimalVideo, renderOptionsInUI } })).body;
    return { id: data._id, token: data.metadata.redirectUrl.split('#token=')[1] };
  };

  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  it('returns the same response for every invalid credential', async () => {
    const credentials: ReadonlyArray<Record<string, string>> = [
      {},
      { 'x-api-key': '' },
      { 'x-api-key': 'nonsense' },
      { 'x-api-key': newApiKey(randomIds.secret()) },
      { 'x-api-key': `${newApiKey(randomIds.secret()).slice(0, -1)}!` },
      { authorization: 'Bearer' },
      { authorization: 'Basic YTpi' },
      { authorization: `Bearer ${newApiKey(randomIds.secret())}` },
      { authorization: `Bearer ${'t'.repeat(43)}` },
    ];
    const replies: Reply[] = [];
    for (const headers of credentials) replies.push(await anonymous('GET', '/v1/videos', { headers }));
    for (const reply of replies) {
      expect(reply.status).to.equal(401);
      expect(reply.text).to.equal(replies[0]?.text);
      expect(reply.headers.get('www-authenticate')).to.include('ApiKey');
    }
  });

  it('stops accepting a revoked key on every process soon', async () => {
    const doomed = await service.issueKey('access-revoked');
    const client = apiClient(service.baseUrl, doomed);
    expect((await client('GET', '/v1/videos')).status).to.equal(200);
    const found = rightOf(await service.queries.apiKeys.activeByHash(sha256(doomed))());
    if (found._tag === 'None') throw new Error('the key is not in the read model');
    rightOf(await revokeApiKey(service.side)(found.value.keyId, { actor: { type: 'admin' } })());
    await eventually(async () => expect((await client('GET', '/v1/videos')).status).to.equal(401));
  });

  it('accepts an API key as bearer token on the video endpoints only', async () => {
    const { id } = await newVideo();
    expect((await anonymous('GET', `/v1/videos/${id}`, bearer(key))).status).to.equal(200);
    expect((await anonymous('GET', '/v1/videos', bearer(key))).status).to.equal(200);
    const created = await anonymous('POST', '/v1/videos', { ...bearer(key), body: minimalVideo });
    expect(created.status).to.equal(201);
    expect((await anonymous('GET', `/v1/renders?videoId=${id}`, bearer(key))).status).to.equal(401);
    expect((await anonymous('POST', '/v1/renders', { ...bearer(key), body: minimalVideo })).status).to.equal(
      401,
    );
    expect((await anonymous('GET', '/v1/webhooks', bearer(key))).status).to.equal(401);
  });

  it('permits an editor token only its own video', async () => {
    const { id, token } = await newVideo();
    const other = await newVideo();
    const got = await anonymous('GET', `/v1/videos/${id}`, bearer(token));
    expect(got.status).to.equal(200);
    expect(got.headers.get('ratelimit-policy')).to.include('"minute";q=600;w=60');
    const body = { metadata: { name: 'edited' } };
    expect((await anonymous('PATCH', `/v1/videos/${id}`, { ...bearer(token), body })).status).to.equal(200);
    for (const [method, path] of [
      ['GET', `/v1/videos/${other.id}`],
      ['PATCH', `/v1/videos/${other.id}`],
      ['GET', '/v1/videos/019a0000-0000-7000-8000-000000000000'],
      ['GET', '/v1/videos'],
      ['POST', '/v1/videos'],
      ['POST', `/v1/videos/${id}/editor-link`],
      ['DELETE', `/v1/videos/${id}/editor-link`],
    ] as const)
      expect((await anonymous(method, path, bearer(token))).status, `${method} ${path}`).to.equal(403);
    for (const path of ['/v1/renders/search', '/v1/webhooks'])
      expect((await anonymous('GET', path, bearer(token))).status).to.equal(401);
    expect((await anonymous('GET', '/v1/videos', { headers: { 'x-api-key': token } })).status).to.equal(401);
  });

  it('permits an editor token renders of its video only if the video offers them', async () => {
    const statuses = async (token: string, video: string, render: string) => {
      const sent = [
        ['POST', `/v1/renders/${video}`, {}],
        ['GET', `/v1/renders?videoId=${video}`],
        ['GET', `/v1/renders/${render}`],
        ['POST', `/v1/renders/${render}/cancel`],
      ] as const;
      const got: number[] = [];
      for (const [method, path, body] of sent)
        got.push((await anonymous(method, path, { ...bearer(token), body })).status);
      return got;
    };
    const rendered = async (video: string): Promise<string> =>
      (await api('POST', `/v1/renders/${video}`, { body: {} })).body.data._id;
    const open = await newVideo();
    const other = await newVideo();
    const shut = await newVideo(['json', 'client']);
    expect(await statuses(open.token, open.id, await rendered(open.id))).to.deep.equal([201, 200, 200, 200]);
    expect(await statuses(open.token, other.id, await rendered(other.id))).to.deep.equal([
      403, 403, 403, 403,
    ]);
    expect(await statuses(shut.token, shut.id, await rendered(shut.id))).to.deep.equal([403, 403, 403, 403]);
  });

  it('replaces and revokes editor links', async () => {
    const { id, token } = await newVideo();
    const replaced = await api('POST', `/v1/videos/${id}/editor-link`);
    expect(replaced.status).to.equal(201);
    const newToken = replaced.body.data.redirectUrl.split('#token=')[1] as string;
    expect((await anonymous('GET', `/v1/videos/${id}`, bearer(token))).status).to.equal(401);
    expect((await anonymous('GET', `/v1/videos/${id}`, bearer(newToken))).status).to.equal(200);
    for (let twice = 0; twice < 2; twice++)
      expect((await api('DELETE', `/v1/videos/${id}/editor-link`)).status).to.equal(204);
    expect((await anonymous('GET', `/v1/videos/${id}`, bearer(newToken))).status).to.equal(401);
  });

  it('shows no resource of one owner to another', async () => {
    const { id } = await newVideo();
    const render = (await api('POST', `/v1/renders/${id}`, { body: {} })).body.data;
    const hook = (await api('POST', '/v1/webhooks', { body: { url: 'https://a.example.org/' } })).body.data;
    const otherOwner = await clientOfNewOwner();
    const foreign: ReadonlyArray<readonly [string, string, unknown?]> = [
      ['GET', `/v1/videos/${id}`],
      ['PATCH', `/v1/videos/${id}`, { metadata: { name: 'mine' } }],
      ['POST', `/v1/videos/${id}/editor-link`],
      ['DELETE', `/v1/videos/${id}/editor-link`],
      ['GET', `/v1/renders?videoId=${id}`],
      ['POST', `/v1/renders/${id}`, {}],
      ['GET', `/v1/renders/${render._id}`],
      ['POST', `/v1/renders/${render._id}/cancel`],
      ['DELETE', `/v1/webhooks/${hook._id}`],
    ];
    for (const [method, path, body] of foreign) {
      const reply = await otherOwner(method, path, { body });
      expect(reply.status, `${method} ${path}`).to.equal(403);
      expect(reply.text).to.not.include('a video');
    }
    const list = await otherOwner('GET', '/v1/videos');
    expect(list.body).to.deep.include({ data: [] });
    expect(list.body.pagination.total).to.equal(0);
    expect((await otherOwner('GET', '/v1/webhooks')).body.data).to.deep.equal([]);
    expect((await api('GET', `/v1/videos/${id}`)).body.data.metadata.name).to.equal('a video');
  });
});
