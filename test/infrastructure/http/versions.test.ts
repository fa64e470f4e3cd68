import { expect } from 'chai';
import { minimalVideo } from '../../support/service/http-client.js';
import { apiForSuite } from '../../support/service/service.js';

describe('HTTP API: versions of a video', () => {
  const api = apiForSuite();

  const create = async (body: object = minimalVideo) => {
    const { body: created, headers } = await api('POST', '/v1/videos', { body });
    return { path: `/v1/videos/${created.data._id}`, etag: headers.get('etag') ?? '', data: created.data };
  };

  it('accepts one of fifty patches with the same tag, and stores one version', async () => {
    const { path, etag } = await create();
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const body = { metadata: { name: `by ${n}` } };
        return (await api('PATCH', path, { body, headers: { 'if-match': etag } })).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).to.have.length(1);
    expect(statuses.filter((status) => status === 412)).to.have.length(49);
    const render = await api('POST', `/v1/renders/${path.split('/').at(-1)}`, { body: {} });
    expect(render.body.data.videoVersion).to.equal(2);
  });

  it('implements If-Match as in RFC 9110', async () => {
    const { path, etag } = await create();
    const patch = async (ifMatch: string, name: string) =>
      (await api('PATCH', path, { body: { metadata: { name } }, headers: { 'if-match': ifMatch } })).status;
    expect(await patch('"99"', 'a')).to.equal(412);
    expect(await patch(`W/${etag}`, 'a')).to.equal(412);
    expect(await patch('"other", "things"', 'a')).to.equal(412);
    expect(await patch('not a tag', 'a')).to.equal(400);
    expect(await patch(`"99", ${etag}`, 'a')).to.equal(200);
    expect(await patch('*', 'b')).to.equal(200);
    expect(await patch(etag, 'c')).to.equal(412);
  });

  it('responds with 304 while nothing has changed, and with another tag for another coding', async () => {
    const { path } = await create({ ...minimalVideo, additional: { long: 'x'.repeat(3000) } });
    for (const coding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': coding };
      const first = await api('GET', path, { headers });
      const etag = first.headers.get('etag') ?? '';
      expect(etag).to.match(coding === 'identity' ? /^"1"$/ : new RegExp(`^"1-${coding}"$`));
      expect(first.headers.get('content-encoding')).to.equal(coding === 'identity' ? null : coding);
      expect((await api('GET', path, { headers: { ...headers, 'if-none-match': etag } })).status).to.equal(
        304,
      );
      expect((await api('PATCH', path, { body: {}, headers: { 'if-match': etag } })).status).to.equal(200);
    }
  });

  it('keeps videos and their versions out of shared caches', async () => {
    const { path } = await create();
    for (const video of [path, `${path}/versions/1`]) {
      const { headers } = await api('GET', video);
      expect(headers.get('cache-control'), video).to.equal('private, no-cache');
      const again = await api('GET', video, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect(again.status, video).to.equal(304);
    }
    expect((await api('GET', '/v1/videos')).headers.get('cache-control')).to.equal('no-store');
  });

  it('renders exactly the version that was current', async () => {
    const { path } = await create();
    const id = path.split('/').at(-1);
    const first = (await api('POST', `/v1/renders/${id}`, { body: {} })).body.data;
    await api('PATCH', path, { body: { metadata: { name: 'later' } } });
    const second = (await api('POST', `/v1/renders/${id}`, { body: {} })).body.data;
    const seen = (await api('GET', `/v1/renders/${first._id}`)).body.data;
    expect(seen.videoVersion).to.equal(1);
    expect(seen.videoData.metadata.name).to.equal('a video');
    expect(second.videoVersion).to.equal(2);
    expect(second.videoData.metadata.name).to.equal('later');
  });
});
