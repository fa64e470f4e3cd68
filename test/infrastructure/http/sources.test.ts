import { expect } from 'chai';
import { createClient } from '../../../clients/typescript/core/client.js';
import type { VideoInput } from '../../../clients/typescript/core/types.js';
import { startAssetServer } from '../../support/servers/asset-server.js';
import { eventually } from '../../support/eventually.js';
import { minimalVideo } from '../../support/service/http-client.js';
import { apiForSuite, serviceForSuite } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: sources of a video', () => {
  const service = serviceForSuite({ allowedPrivateHosts: ['127.0.0.1'] });
  const server = forSuite(startAssetServer, (opened) => opened.close());
  const api = apiForSuite(service);

  const BYTES = Buffer.from('0123456789');

  /** A video whose clip has this source; reads that source with the editor token. */
  const videoWith = async (source: string) => {
    const clips = [{ id: 'a/b?c', type: 'video', source, timeFrame: { start: 0, end: 1000 } }];
    const { data } = (await api('POST', '/v1/videos', { body: { ...minimalVideo, clips } })).body;
    const token = data.metadata.redirectUrl.split('#token=')[1] as string;
    const read = (
      init: { headers?: Record<string, string>; signal?: AbortSignal } = {},
      query = `?clip=${encodeURIComponent('a/b?c')}`,
      id = data._id,
    ) =>
      fetch(`${service.baseUrl}/v1/videos/${id}/source${query}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      });
    return { id: data._id as string, read };
  };

  it('are passed on completely and in ranges, and never with a type that a browser displays or runs', async () => {
    const { read } = await videoWith(server.serve('/video.mp4', BYTES));
    const whole = await read();
    expect([whole.status, await whole.text()]).to.deep.equal([200, '0123456789']);
    expect(Object.fromEntries(whole.headers)).to.include({
      'content-type': 'application/octet-stream',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment',
      'content-length': '10',
    });
    const part = await read({ headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).to.deep.equal([206, '234']);
    expect(part.headers.get('content-range')).to.equal('bytes 2-4/10');
  });

  it('are requested with the range of the request, and none of its other headers', async () => {
    const { read } = await videoWith(server.serve('/clean.mp4', BYTES));
    await read({ headers: { range: 'bytes=0-', cookie: 'a=b', 'x-forwarded-for': '10.0.0.1' } });
    const sent = server.requests.find(({ path }) => path === '/clean.mp4')?.headers ?? {};
    expect(sent).to.include({ range: 'bytes=0-' });
    expect(sent).to.not.have.any.keys('authorization', 'cookie', 'x-forwarded-for', 'referer');
    await read({ headers: { range: 'bytes=0-1, 3-4' } });
    expect(server.requests.findLast(({ path }) => path === '/clean.mp4')?.headers).to.not.have.key('range');
  });

  it('are those of the current version, or of another one', async () => {
    const { id, read } = await videoWith(server.serve('/first.mp4', BYTES));
    const source = server.serve('/second.mp4', Buffer.from('second'));
    const clips = [{ id: 'a/b?c', type: 'video', source, timeFrame: { start: 0, end: 1000 } }];
    await api('PATCH', `/v1/videos/${id}`, { body: { clips } });
    const textOf = async (query = '') =>
      (await read({}, `?clip=${encodeURIComponent('a/b?c')}${query}`)).text();
    expect(await textOf()).to.equal('second');
    expect(await textOf('&version=1')).to.equal('0123456789');
    expect((await read({}, '?version=3')).status).to.equal(404);
  });

  it('are only those that the video names', async () => {
    const { read } = await videoWith(server.serve('/named.mp4', BYTES));
    const other = await videoWith(server.serve('/other.mp4', BYTES));
    expect((await read({}, '?clip=unknown')).status).to.equal(404);
    expect((await read({}, '')).status).to.equal(404);
    expect((await read({}, '?clip=a%2Fb%3Fc&of=mask')).status).to.equal(404);
    expect((await read({}, '?clip=a%2Fb%3Fc', other.id)).status).to.equal(403);
    expect(server.countOf('/other.mp4')).to.equal(0);
  });

  it('are the defaults of a template, also of clips that it leaves out', async () => {
    const url = server.serve('/default.mp4', BYTES);
    const clip = { type: 'video', source: '{{film}}', timeFrame: { start: 0, end: 1000 } };
    const client = createClient({ baseUrl: service.baseUrl, apiKey: await service.issueKey('templates') });
    const { _id } = await client.videos.create({
      ...minimalVideo,
      clips: [
        { ...clip, id: 'shown' },
        { ...clip, id: 'hidden', source: url, when: false },
      ],
      variables: { film: { type: 'url', default: url } },
    } as VideoInput);
    for (const id of ['shown', 'hidden'])
      expect(
        await client.api
          .GET('/v1/videos/{id}/source', {
            params: { path: { id: _id }, query: { clip: id } },
            headers: { accept: 'application/octet-stream' },
            parseAs: 'text',
          })
          .then(({ data }) => data),
        id,
      ).to.equal('0123456789');
  });

  it('are refused from private addresses, also behind a redirect', async () => {
    const away = server.serve('/away.mp4', (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.2:1/secret' }).end(),
    );
    for (const source of ['http://127.0.0.2:1/secret', 'http://[::ffff:7f00:2]/', away]) {
      const { read } = await videoWith(source);
      const refused = await read();
      expect(refused.status).to.equal(422);
      expect(await refused.text()).to.include('no publicly routable address');
    }
  });

  it('are refused if they are documents, and answered with the status of a server that refuses', async () => {
    const page = server.serve('/page', (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
    );
    expect((await (await videoWith(page)).read()).status).to.equal(422);
    const missing = await (await videoWith(server.url('/nothing.mp4'))).read();
    expect([missing.status, await missing.text()]).to.satisfy(
      ([status, text]: [number, string]) => status === 422 && text.includes('404'),
    );
  });

  it('are no longer read when the client disconnects', async () => {
    let closed = false;
    const source = server.serve('/endless.mp4', (_request, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 }).write('x');
      response.on('close', () => (closed = true));
    });
    const leaving = new AbortController();
    const { read } = await videoWith(source);
    await read({ signal: leaving.signal });
    leaving.abort();
    await eventually(() => expect(closed).to.equal(true));
  });
});
