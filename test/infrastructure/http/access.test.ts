import { expect } from 'chai';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: access control', () => {
  const service = forSuite(sharedService);
  let anonymous: Api;
  let api: Api;
  let key: string;

  before(async () => {
    anonymous = apiClient(service.baseUrl);
    key = await service.issueKey('access');
    api = apiClient(service.baseUrl, key);
  });

  const newVideo = async (renderOptionsInUI?: string[]): Promise<{ id: string; token: string }> => {
    const { data } = (await api('POST', '/v1/videos', { body: { ...minimalVideo, renderOptionsInUI } })).body;
    return { id: data._id, token: data.metadata.redirectUrl.split('#token=')[1] };
  };

  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

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
    const got = await anonymous('GET', `/v1/videos/${id}`, bearer(token));
    expect(got.headers.get('ratelimit-policy')).to.include('"minute";q=600;w=60');
    for (const other of [(await newVideo()).id, '019a0000-0000-7000-8000-000000000000'])
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['GET', '/frame'],
        ['GET', '/playback'],
        ['GET', '/review'],
        ['GET', '/versions/1'],
      ] as const)
        expect((await anonymous(method, `/v1/videos/${other}${path}`, bearer(token))).status).to.equal(403);
    expect((await anonymous('GET', '/v1/videos', { headers: { 'x-api-key': token } })).status).to.equal(401);
  });

  it('lets only API keys change what an editor token permits, also by restoring a version', async () => {
    const { id, token } = await newVideo(['server']);
    const path = `/v1/videos/${id}`;
    const closed = await api('PATCH', path, { body: { renderOptionsInUI: [] } });
    expect(closed.body.data.renderOptionsInUI).to.deep.equal([]);
    const opening = await anonymous('PATCH', path, {
      ...bearer(token),
      body: { renderOptionsInUI: ['server'] },
    });
    expect(opening.status).to.equal(403);
    await anonymous('PATCH', path, { ...bearer(token), body: { metadata: { name: 'Autumn' } } });
    const restored = await anonymous('POST', `${path}/versions/1/restore`, bearer(token));
    expect(restored.body.data).to.deep.include({ renderOptionsInUI: [] });
    const [, , { changes, change }] = (await api('GET', `${path}/versions`)).body.data;
    expect(changes).to.include({ renderOptionsInUI: true });
    expect(change).to.equal('changed renderOptionsInUI');
  });

  it('permits an editor token renders and batches of its video only if the video offers them', async () => {
    const statuses = async ({ id: video, token }: { id: string; token: string }, of = video) => {
      const render = (await api('POST', `/v1/renders/${of}`, { body: {} })).body.data._id;
      const batch = (await api('POST', `/v1/renders/${of}/batch`, { body: { rows: [{}] } })).body.data._id;
      const sent = [
        ['POST', `/v1/renders/${of}`, {}],
        ['GET', `/v1/renders?videoId=${of}`],
        ['GET', `/v1/renders/${render}`],
        ['POST', `/v1/renders/${render}/cancel`],
        ['POST', `/v1/renders/${of}/batch`, { rows: [{}] }],
        ['GET', `/v1/batches?videoId=${of}`],
        ['GET', `/v1/batches/${batch}`],
        ['GET', `/v1/batches/${batch}/results`],
        ['POST', `/v1/batches/${batch}/cancel`],
        ['GET', `/v1/batches/${batch}/archive`],
      ] as const;
      const got: number[] = [];
      for (const [method, path, body] of sent)
        got.push((await anonymous(method, path, { ...bearer(token), body })).status);
      return got;
    };
    const open = await newVideo();
    const other = await newVideo();
    const shut = await newVideo(['json', 'client']);
    const permitted = [201, 200, 200, 200, 201, 200, 200, 200, 200, 200];
    const refused = permitted.map(() => 403);
    expect(await statuses(open)).to.deep.equal(permitted);
    expect(await statuses(open, other.id)).to.deep.equal(refused);
    expect(await statuses(shut)).to.deep.equal(refused);
    expect((await anonymous('GET', '/v1/batches', bearer(open.token))).status).to.equal(403);
    const link = await api('POST', `/v1/videos/${open.id}/links`, { body: { access: 'review' } });
    const token = new URL(link.body.data.url).hash.slice('#token='.length);
    expect(await statuses({ ...open, token })).to.deep.equal(refused);
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
});
