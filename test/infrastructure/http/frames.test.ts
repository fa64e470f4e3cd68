import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { SHARED } from '../../../application/permits/shared-resources.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { lavfi } from '../../support/renders/lavfi.js';
import { startMedia } from '../../support/renders/made-media.js';
import { previewService } from '../../support/service/preview-service.js';
import { type Service, sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';
import { unpackPlayback } from '../../../workers/render/plan/packed-playback.js';

const CANVAS = { width: 64, height: 36 };
const RED = { name: 'red', duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#FF0000' };
const PNG = { accept: 'image/png' };

describe('HTTP API: frames', () => {
  let service: Service;
  const media = forSuite(startMedia, ({ stop }) => stop());
  let api: Api;
  let key: string;
  let anonymous: Api;
  let video: string;

  before(async () => {
    ({ service } = await previewService());
    key = await service.issueKey('frames');
    api = apiClient(service.baseUrl, key);
    anonymous = apiClient(service.baseUrl);
    const { data } = (await api('POST', '/v1/videos', { body: { metadata: RED, clips: [] } })).body;
    video = data._id;
    const body = { metadata: { backgroundColor: '#0000FF' } };
    await api('PATCH', `/v1/videos/${video}`, { body });
  });

  const bytesOf = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      ...init,
      headers: { 'x-api-key': key, ...headers },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it('come in the accepted format with the hash of their bytes as ETag, and 304 if unchanged', async () => {
    for (const type of ['image/png', 'image/webp', 'image/jpeg']) {
      const { response, bytes } = await bytesOf(`/v1/videos/${video}/frame?t=500`, { accept: type });
      expect(response.headers.get('content-type')).to.equal(type);
      expect(response.headers.get('vary')).to.include('Accept');
      expect(response.headers.get('cache-control')).to.equal('private, no-cache');
      const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
      expect(response.headers.get('etag')).to.equal(tag);
      const again = await bytesOf(`/v1/videos/${video}/frame?t=500`, { accept: type, 'if-none-match': tag });
      expect([again.response.status, again.bytes.byteLength]).to.deep.equal([304, 0]);
    }
    const html = await api('GET', `/v1/videos/${video}/frame`, { headers: { accept: 'text/html' } });
    expect([html.status, html.body.message[0]]).to.deep.equal([
      406,
      'only image/png, image/webp, image/jpeg is available; change the Accept header',
    ]);
  });

  it('show the requested version, and compositions that are not stored', async () => {
    const first = await bytesOf(`/v1/videos/${video}/versions/1/frame?t=0`, PNG);
    const same = await bytesOf(`/v1/videos/${video}/frame?version=1`, PNG);
    const current = await bytesOf(`/v1/videos/${video}/frame`, PNG);
    const posted = await bytesOf(
      '/v1/frames?t=900',
      { ...PNG, 'content-type': 'application/json' },
      { method: 'POST', body: JSON.stringify({ metadata: RED, clips: [] }) },
    );
    expect(first.response.status).to.equal(200);
    expect(same.bytes.equals(first.bytes)).to.equal(true);
    expect(posted.bytes.equals(first.bytes)).to.equal(true);
    expect(current.bytes.equals(first.bytes)).to.equal(false);
    for (const path of [`/v1/videos/${video}/versions/9/frame`, `/v1/videos/${video}/frame?version=9`])
      expect((await api('GET', path)).status).to.equal(404);
  });

  it('are available with a link for viewing, and so is playback of each version', async () => {
    const { url } = (await api('POST', `/v1/videos/${video}/links`)).body.data;
    const headers = { authorization: `Bearer ${url.split('#token=')[1]}` };
    const playback = async (query: string) => {
      const response = await fetch(`${service.baseUrl}/v1/videos/${video}/playback${query}`, { headers });
      expect(response.status).to.equal(200);
      return Buffer.from(await response.arrayBuffer()).toString('latin1');
    };
    const frame = await anonymous('GET', `/v1/videos/${video}/frame`, { headers });
    expect(frame.status).to.equal(200);
    const [current, first] = [await playback(''), await playback('?version=1')];
    expect(current).to.include('#0000FF').and.not.include('#FF0000');
    expect(first).to.include('#FF0000').and.not.include('#0000FF');
  });

  it('have playback of a part, with the sound or without', async () => {
    const timeFrame = { start: 500, end: 1000 };
    const size = { width: 20, height: 20 };
    const shape = { id: 'late', type: 'shape', timeFrame, size, shapeProperties: { shape: 'ellipse' } };
    const source = await media.made('tone.wav', ...lavfi('sine=d=1'));
    const sound = { id: 'tone', type: 'audio', source, timeFrame: { start: 0, end: 1000 } };
    const body = JSON.stringify({ metadata: RED, clips: [shape, sound] });
    const headers = { 'content-type': 'application/json', accept: 'application/octet-stream' };
    const part = async (query: string) => {
      const { response, bytes } = await bytesOf(`/v1/playback${query}`, headers, { method: 'POST', body });
      expect(response.status, query).to.equal(200);
      const { header } = unpackPlayback(bytes);
      return [header.scene.nodes.map(({ clip }) => clip.id), header.sound !== undefined];
    };
    expect(await part('')).to.deep.equal([['late'], true]);
    expect(await part('?to=500&sound=false')).to.deep.equal([[], false]);
    expect(await part('?from=500&to=600')).to.deep.equal([['late'], true]);
  });

  it('are refused at times outside the video, with the range that it has', async () => {
    for (const t of ['1000', '99999.5']) {
      const { status, body } = await api('GET', `/v1/videos/${video}/frame?t=${t}`);
      expect([status, body.message]).to.deep.equal([
        400,
        ['t must be at least 0 and less than 1000, the duration of the video in ms'],
      ]);
    }
    for (const query of ['t=-1', 't=x', 't=1e3', 'width=15', 'width=7681', 'version=0'])
      expect((await api('GET', `/v1/videos/${video}/frame?${query}`)).status, query).to.equal(400);
  });

  it('name the clip that cannot be drawn', async () => {
    const clip = { type: 'image', source: media.server.url('/none.png'), timeFrame: { start: 0, end: 1000 } };
    const { status, body } = await api('POST', '/v1/frames', { body: { metadata: RED, clips: [clip] } });
    expect(status).to.equal(422);
    expect(body.message[0]).to.match(/^clips\[0\]: .*404/);
  });

  it('say which values a template lacks that cannot be shown with its placeholders', async () => {
    const clip = (end: unknown, content: string) => ({
      type: 'text',
      timeFrame: { start: 0, end },
      textProperties: { content },
    });
    const body = (end: unknown) => ({ metadata: RED, clips: [clip(end, 'Hello {{name}}')] });
    for (const path of ['frames', 'playback'])
      expect((await api('POST', `/v1/${path}`, { body: body(900) })).status, path).to.equal(200);
    const refused = await api('POST', '/v1/frames', { body: body('{{end}}') });
    expect(refused.body.message).to.deep.equal(['merge.name is required', 'merge.end is required']);
    expect(refused.status).to.equal(400);
  });

  it('show a template with its defaults, as a render without values', async () => {
    const tag = async (project: object) => {
      const { status, headers } = await api('POST', '/v1/frames', { body: project });
      expect(status).to.equal(200);
      return headers.get('etag');
    };
    const plain = await tag({ metadata: { ...RED, backgroundColor: '#00FF00' }, clips: [] });
    const clip = { type: 'text', timeFrame: { start: 0, end: 900 }, textProperties: { content: 'Hidden' } };
    const metadata = { ...RED, backgroundColor: '{{ground}}' };
    const variables = { ground: { type: 'color', default: '#00FF00' } };
    expect(await tag({ metadata, clips: [{ ...clip, when: false }], variables })).to.equal(plain);
    expect(await tag({ metadata, clips: [clip], variables })).to.not.equal(plain);
  });

  it('are limited per owner, and end when the client leaves', async () => {
    let closed = 0;
    const source = media.server.serve('/slow.png', (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('x');
      response.on('close', () => (closed += 1));
    });
    const clip = { type: 'image', source, timeFrame: { start: 0, end: 1000 } };
    const leave = new AbortController();
    const ask = () =>
      fetch(`${service.baseUrl}/v1/frames`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ metadata: RED, clips: [clip] }),
        signal: leave.signal,
      }).catch(() => undefined);
    const { perOwner, queue } = SHARED.previews;
    const asked = Array.from({ length: perOwner + queue }, ask);
    await eventually(() => expect(media.server.countOf('/slow.png')).to.equal(perOwner));
    const refused = await api('GET', `/v1/videos/${video}/frame`);
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '5']);
    leave.abort();
    await Promise.all(asked);
    await eventually(() => expect(closed).to.equal(perOwner));
    await eventually(async () =>
      expect((await api('GET', `/v1/videos/${video}/frame`)).status).to.equal(200),
    );
  });

  it('return 503 with Retry-After while no worker is connected', async () => {
    const without = await sharedService();
    const client = apiClient(without.baseUrl, await without.issueKey('frames'));
    const { data } = (await client('POST', '/v1/videos', { body: { metadata: RED, clips: [] } })).body;
    const { status, headers, body } = await client('GET', `/v1/videos/${data._id}/frame`);
    expect([status, headers.get('retry-after')]).to.deep.equal([503, '2']);
    expect(body.message[0]).to.include('no render worker is available');
  });
});
