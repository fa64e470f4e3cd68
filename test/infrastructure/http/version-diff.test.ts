import { createHash } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Previews } from '../../../application/ports/previews.js';
import { startAssetServer } from '../../support/servers/asset-server.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { previewService } from '../../support/service/preview-service.js';
import { PUBLIC_BASE_URL } from '../../support/service/public-base-url.js';
import { type Service, startService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

const HOSTILE = `<script>alert("1")</script><img src=x onerror='alert(2)'>&`;
const METADATA = { duration: 2000, fps: 10, canvas: { width: 64, height: 36 }, backgroundColor: '#000000' };

const box = (id: string, fill: string, start: number, end: number) => ({
  id,
  type: 'shape',
  timeFrame: { start, end },
  size: { width: 64, height: 36 },
  shapeProperties: { shape: 'rectangle', fill },
});

describe('HTTP API: comparison of two versions', () => {
  let service: Service;
  const assets = forSuite(startAssetServer, ({ close }) => close());
  let api: Api;
  let key: string;
  let id: string;

  before(async () => {
    ({ service } = await previewService());
    key = await service.issueKey('comparisons');
    api = apiClient(service.baseUrl, key);
    const clips = [box('a', '#FF0000', 500, 1000)];
    const { data } = (
      await api('POST', '/v1/videos', { body: { metadata: { name: 'v', ...METADATA }, clips } })
    ).body;
    id = data._id;
    await api('PATCH', `/v1/videos/${id}`, { body: { clips: [box('a', '#0000FF', 500, 1000)] } });
    await api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: HOSTILE, duration: 2500 } } });
  });

  const page = async (query: string, headers: Record<string, string> = { 'x-api-key': key }) => {
    const response = await fetch(`${service.baseUrl}/v1/videos/${id}/versions/${query}`, { headers });
    return { response, text: await response.text() };
  };

  it('names the fields and the ranges that differ, and where frames of them are', async () => {
    const { status, body } = await api('GET', `/v1/videos/${id}/versions/2/diff?format=json`);
    expect(status).to.equal(200);
    const { ranges, ...rest } = body.data;
    expect(rest).to.deep.equal({
      videoId: id,
      before: 1,
      after: 2,
      fields: [{ path: '/clips/0/shapeProperties/fill', clip: 'a', before: '#FF0000', after: '#0000FF' }],
    });
    const frame = (version: number): string =>
      `${PUBLIC_BASE_URL}/v1/videos/${id}/versions/${version}/frame?t=700`;
    expect(ranges).to.deep.equal([
      { from: 500, to: 1000, t: 700, beforeFrameUrl: frame(1), afterFrameUrl: frame(2) },
    ]);
    const drawn = await fetch(frame(2).replace(PUBLIC_BASE_URL, service.baseUrl), {
      headers: { 'x-api-key': key },
    });
    const { dominant } = await sharp(Buffer.from(await drawn.arrayBuffer())).stats();
    expect(dominant.b).to.be.greaterThan(200);
  });

  it('compares any two versions, and reports ranges that only one of them has', async () => {
    const { body } = await api('GET', `/v1/videos/${id}/versions/1/diff?against=3&format=json`);
    expect([body.data.before, body.data.after]).to.deep.equal([3, 1]);
    expect(body.data.ranges.map(({ from, to }: { from: number; to: number }) => [from, to])).to.deep.equal([
      [500, 1000],
      [2000, 2500],
    ]);
    expect(body.data.ranges[1]).to.have.property('beforeFrameUrl');
    expect(body.data.ranges[1]).not.to.have.property('afterFrameUrl');
    const same = await api('GET', `/v1/videos/${id}/versions/1/diff?format=json`);
    expect(same.body.data).to.deep.include({ before: 1, after: 1, fields: [], ranges: [] });
    for (const [query, expected] of [
      ['9/diff?format=json', 404],
      ['1/diff?against=9&format=html', 404],
      ['1/diff?format=xml', 400],
    ] as const)
      expect((await api('GET', `/v1/videos/${id}/versions/${query}`)).status, query).to.equal(expected);
  });

  it('shows both sides in a self-contained page that runs and loads nothing', async () => {
    const { response, text } = await page('3/diff?against=1&format=html');
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).to.equal('nosniff');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'none'; img-src data:;").and.not.include('unsafe');
    const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? '';
    expect(policy).to.include(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    const pictures = [...text.matchAll(/<img[^>]* src="data:image\/webp;base64,([\w+/=]+)"/g)];
    const colours = await Promise.all(
      pictures.map(async ([, data = '']) => (await sharp(Buffer.from(data, 'base64')).stats()).dominant),
    );
    expect(colours.map(({ r, b }) => [r > 200, b > 200])).to.deep.equal([
      [true, false],
      [false, true],
      // The older version has ended.
      [false, false],
    ]);
    expect(text).to.include('The video has ended.');
  });

  it('escapes what clients wrote', async () => {
    const { text } = await page('3/diff', { 'x-api-key': key, accept: 'text/html' });
    expect(text).to.include('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    expect(text).not.to.match(/<script|onerror='/);
    expect([...text.matchAll(/<(\w+)/g)].map(([, name]) => name)).to.not.include.members(['script', 'link']);
  });

  it('asks for its pictures as its owner, so that what they are made of is kept', async () => {
    const { worker } = await previewService();
    const owners: unknown[] = [];
    const recording: Previews = {
      ...worker.previews,
      frame: (request, signal, by) => {
        owners.push(by?.owner);
        return worker.previews.frame(request, signal, by);
      },
    };
    const other = await startService({ previews: recording, allowedPrivateHosts: ['127.0.0.1'] });
    const client = apiClient(other.baseUrl, await other.issueKey('comparisons'));
    const body = { metadata: { name: 'owned', ...METADATA }, clips: [] };
    const video = (await client('POST', '/v1/videos', { body })).body.data._id as string;
    await client('PATCH', `/v1/videos/${video}`, { body: { clips: [box('a', '#FF0000', 500, 1000)] } });
    await client('GET', `/v1/videos/${video}/versions/2/diff?format=html`);
    await client('GET', `/v1/videos/${video}/frame?t=0`);
    expect(owners).to.have.lengthOf(3);
    expect(owners[0]).to.be.a('string');
    expect(new Set(owners).size).to.equal(1);
    await other.stop();
  });

  it('shows why a frame cannot be drawn', async () => {
    const lost = { type: 'image', id: 'i', source: assets.url('/none.png'), timeFrame: { end: 300 } };
    const body = { metadata: { name: 'lost', ...METADATA }, clips: [lost] };
    const video = (await api('POST', '/v1/videos', { body })).body.data._id as string;
    await api('PATCH', `/v1/videos/${video}`, { body: { clips: [] } });
    const response = await fetch(`${service.baseUrl}/v1/videos/${video}/versions/2/diff?format=html`, {
      headers: { 'x-api-key': key },
    });
    const text = await response.text();
    expect([response.status, text.match(/<img/g)?.length]).to.deep.equal([200, 1]);
    expect(text).to.match(/<td>clips\[0\]: /);
  });
});
