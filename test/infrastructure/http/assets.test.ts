import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import { contentKey } from '../../../application/assets/asset-content.js';
import type { AssetId } from '../../../domain/ids.js';
import { eventually } from '../../support/eventually.js';
import { keyFramesOf } from '../../support/pictures/decoded-media.js';
import { rightOf } from '../../support/right-of.js';
import { studioForSuite } from '../../support/renders/render.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { sentEvents } from '../../support/service/event-stream.js';
import { previewService } from '../../support/service/preview-service.js';
import { ASSET_LIMITS } from '../../support/service/service-app.js';
import type { Service } from '../../support/service/service.js';
import { statementsOn } from '../../support/servers/query-plans.js';
import { startAssetServer } from '../../support/servers/asset-server.js';
import { itIfLong } from '../../support/long-form.js';
import { lavfi } from '../../support/renders/lavfi.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
);
const VTT = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
const CUBE = Buffer.from('LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n');

describe('HTTP API: assets', () => {
  let service: Service;
  const studio = studioForSuite();
  let api: Api;
  let key: string;
  let video: Buffer;
  before(async () => {
    ({ service } = await previewService());
    key = await service.issueKey('assets');
    api = apiClient(service.baseUrl, key);
    const options = [...lavfi('testsrc=s=64x36:r=25:d=1'), '-pix_fmt', 'yuv420p'];
    video = await readFile(await studio.make('a.mp4', ...options));
  });

  const get = (path: string, headers = {}) =>
    fetch(`${service.baseUrl}${path}`, { headers: { 'x-api-key': key, ...headers } });
  const upload = async (content: Uint8Array, name = 'a', client = api) =>
    (
      await client('POST', `/v1/assets?name=${encodeURIComponent(name)}`, {
        raw: content,
        headers: { 'content-type': 'application/octet-stream' },
      })
    ).body.data;

  const form = async (content: Uint8Array, name: string) => {
    const body = new FormData();
    body.append('file', new Blob([Uint8Array.from(content)]), name);
    return fetch(`${service.baseUrl}/v1/assets`, { method: 'POST', headers: { 'x-api-key': key }, body });
  };

  it('are files sent as a form, as `curl -F file=@…` does, and say what they are by their content', async () => {
    const response = await form(video, 'Urlaub am Meer.txt');
    expect(response.status).to.equal(201);
    const { data } = (await response.json()) as { data: Record<string, unknown> };
    expect(data).to.include({
      name: 'Urlaub am Meer.txt',
      status: 'ready',
      kind: 'video',
      mediaType: 'video/mp4',
      width: 64,
      height: 36,
      hasSound: false,
      bytes: video.length,
      sha256: sha256(video),
    });
    expect(data['usedBy']).to.deep.equal([]);
    expect(response.headers.get('location')).to.equal(`/v1/assets/${String(data['_id'])}`);
  });

  for (const [kind, mediaType, content] of [
    ['image', 'image/png', PNG],
    ['image', 'image/svg+xml', SVG],
    ['subtitles', 'text/vtt', VTT],
    ['lut', 'text/x-cube', CUBE],
  ] as const)
    it(`are files sent as a body: ${mediaType} is ${kind}`, async () => {
      expect(await upload(content)).to.include({ status: 'ready', kind, mediaType });
    });

  it('are fonts', async () => {
    const font = await readFile('node_modules/@fontsource/anton/files/anton-latin-400-normal.woff2');
    expect(await upload(font)).to.include({ status: 'ready', kind: 'font', mediaType: 'font/woff2' });
  });

  it('are downloaded from a URL', async () => {
    const server = await startAssetServer();
    const url = server.serve('/pictures/logo.png', PNG);
    const { status, body } = await api('POST', '/v1/assets', { body: { url } });
    await server.close();
    expect([status, body.data.name, body.data.status]).to.deep.equal([201, 'logo.png', 'ready']);
  });

  it('tell by server-sent events how an upload goes on, to its owner and its end', async () => {
    const events = (id: string, headers = {}) => get(`/v1/assets/${id}/events`, headers);
    const tus = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
      fetch(`${service.baseUrl}${path}`, {
        method,
        headers: { 'tus-resumable': '1.0.0', 'x-api-key': key, ...headers },
        ...(body ? { body: Uint8Array.from(body) } : {}),
      });
    const created = await tus('POST', '/v1/assets', { 'upload-length': String(PNG.length) });
    const path = created.headers.get('location') ?? '';
    const id = path.split('/').at(-2) ?? '';
    const sent = sentEvents(await events(id));
    expect((await sent.next()).value?.data).to.include({ _id: id, status: 'uploading' });
    const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    expect((await tus('PATCH', path, headers, PNG)).status).to.equal(204);
    const last = [];
    for await (const event of sent) last.push(event);
    expect(last.at(-1)?.data).to.include({ _id: id, status: 'ready', kind: 'image', sha256: sha256(PNG) });
    expect((await events(id, { 'last-event-id': last.at(-1)?.id ?? '' })).status).to.equal(204);
    expect((await sentEvents(await events(id)).next()).value?.data).to.include({ status: 'ready' });
    expect((await events(id, { 'x-api-key': await service.issueKey('stranger') })).status).to.equal(404);
  });

  it('are read together for all who follow uploads', async () => {
    const [one, other] = [await upload(PNG, 'one'), await upload(SVG, 'other')];
    const ids = [one._id, other._id, one._id, randomUUID()];
    const names: Array<string | undefined> = [];
    const statements = await statementsOn(service.database, 'assets', async () => {
      const found = await Promise.all(ids.map((id) => service.queries.assets.byIdSoon(id as AssetId)()));
      names.push(...found.map((asset) => O.toUndefined(rightOf(asset))?.name));
    });
    expect(names).to.deep.equal(['one', 'other', 'one', undefined]);
    expect(statements).to.have.length(1);
  });

  for (const [what, content, reason] of [
    ['an archive', Buffer.from('PK\x03\x04 and more'), 'it is a ZIP archive, which no clip can show'],
    ['a program', Buffer.from('\x7fELF and more', 'latin1'), 'it is a program, which no clip can show'],
    ['an empty file', Buffer.alloc(0), 'it is an empty file, which no clip can show'],
  ] as const)
    it(`refuse ${what}, with the reason`, async () => {
      expect(await upload(content)).to.include({ status: 'refused', reason });
    });

  it('refuse what cannot be decoded, and a picture with too many pixels without decoding it', async () => {
    expect(await upload(Buffer.from('no media at all'))).to.include({ status: 'refused' });
    const bomb = Buffer.from(PNG);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const refused = await upload(bomb);
    expect(refused).to.include({ status: 'refused' });
    expect(refused.reason).to.be.a('string');
    expect(refused).not.to.have.property('kind');
  });

  it('store equal files of an owner once', async () => {
    const [one, two] = [await upload(SVG, 'one'), await upload(SVG, 'two')];
    expect(one._id).not.to.equal(two._id);
    const keys = rightOf(await service.assetStorage.list()()).map((entry) => entry.key);
    expect(keys.filter((one) => one === contentKey('assets', sha256(SVG)))).to.have.length(1);
  });

  it('are read whole, in ranges, and not again if they are known', async () => {
    const { _id } = await upload(video, 'Früh "um" 7.mp4');
    const read = (headers = {}) => get(`/v1/assets/${_id}/content`, headers);
    const whole = await read();
    expect(Buffer.from(await whole.arrayBuffer()).equals(video)).to.equal(true);
    expect(Object.fromEntries(whole.headers)).to.include({
      'content-type': 'video/mp4',
      'content-length': String(video.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      etag: `"${sha256(video)}"`,
      'content-disposition': `attachment; filename="Fruh _um_ 7.mp4"; filename*=UTF-8''Fr%C3%BCh%20%22um%22%207.mp4`,
    });
    const part = await read({ range: 'bytes=2-4' });
    expect(part.headers.get('content-range')).to.equal(`bytes 2-4/${video.length}`);
    expect(part.status).to.equal(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(video.subarray(2, 5))).to.equal(true);
    expect((await read({ range: `bytes=${video.length}-` })).status).to.equal(416);
    expect((await read({ 'if-none-match': `"${sha256(video)}"` })).status).to.equal(304);
  });

  const made = async (name: string, ...options: string[]) => {
    const source = name.endsWith('.avif') ? 'testsrc=s=64x36:r=25:d=0.04' : 'testsrc=s=64x36:r=25:d=1';
    return readFile(await studio.make(name, ...lavfi(source), ...options));
  };

  it('are what phones and cameras make: turned, uneven, 10 bits, transparent, AVIF', async () => {
    const plain = await studio.make('plain.mp4', ...lavfi('testsrc=s=64x36:r=25:d=1'));
    const turned = await studio.make('turned.mp4', '-i', plain, '-c', 'copy', '-metadata:s:v', 'rotate=270');
    expect(await upload(await readFile(turned))).to.deep.include({
      status: 'ready',
      width: 36,
      height: 64,
      rotation: 90,
      fps: 25,
    });
    const uneven = ['-vf', String.raw`select='not(mod(n\,3))+lt(n\,8)'`, '-vsync', 'vfr'];
    expect(await upload(await made('uneven.mp4', ...uneven))).to.include({ variableFrameRate: true });
    const colors = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
    const prores = ['-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le'];
    expect(await upload(await made('a.mov', ...prores, ...colors))).to.deep.include({
      status: 'ready',
      mediaType: 'video/quicktime',
      hasAlpha: true,
      color: { matrix: 'bt709', range: 'tv', primaries: 'bt709', transfer: 'bt709' },
    });
    const avif = await made('a.avif', '-frames:v', '1', '-c:v', 'libaom-av1', '-still-picture', '1');
    expect(await upload(avif)).to.include({ status: 'ready', kind: 'image', mediaType: 'image/avif' });
  });

  it('have a small version for editing, with a key frame every half second', async () => {
    const sound = lavfi('sine=440:r=48000');
    const options = ['-g', '250', '-t', '2', '-pix_fmt', 'yuv420p'];
    const large = await studio.make('large.mp4', ...lavfi('testsrc2=s=1280x720:r=25'), ...sound, ...options);
    const { _id } = await upload(await readFile(large));
    const proxy = (headers = {}) => get(`/v1/assets/${_id}/proxy`, headers);
    const content = await eventually(async () => {
      const response = await proxy();
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-type')).to.equal('video/mp4');
      return Buffer.from(await response.arrayBuffer());
    }, 60_000);
    const part = await proxy({ range: 'bytes=4-7' });
    expect([part.status, await part.text()]).to.deep.equal([206, 'ftyp']);
    const path = join(studio.folder, 'proxy.mp4');
    await writeFile(path, content);
    const facts = await upload(content, 'proxy');
    expect(facts).to.include({ width: 960, height: 540, fps: 25, durationMs: 2000, hasSound: true });
    expect(await keyFramesOf(path)).to.deep.equal([0, 12, 24, 36, 48]);
    const picture = await upload(PNG);
    expect((await api('GET', `/v1/assets/${picture._id}/proxy`)).status).to.equal(404);
  });

  it('refuse what cannot be decoded with what to do', async () => {
    const heic = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      Buffer.alloc(100),
    ]);
    expect(await upload(heic)).to.include({
      status: 'refused',
      reason: 'HEIC pictures are not supported: convert the image to JPEG, PNG or AVIF',
    });
    expect(await upload(await made('a.avi', '-c:v', 'cinepak'))).to.include({
      status: 'refused',
      reason: 'the codec cinepak is not supported: convert the file to MP4 with H.264',
    });
  });

  it('have pictures: a poster, and a filmstrip of a video', async () => {
    const { _id } = await upload(video);
    const picture = async (path: string) => {
      const { status, headers } = await get(`/v1/assets/${_id}/${path}`);
      return [status, headers.get('content-type')];
    };
    expect(await picture('poster?width=32')).to.deep.equal([200, 'image/webp']);
    expect(await picture('filmstrip?frames=4&width=32')).to.deep.equal([200, 'image/webp']);
    expect((await picture('waveform'))[0]).to.equal(404);
  });

  it('are found by name, tag, kind and content, and are renamed and tagged', async () => {
    const mine = apiClient(service.baseUrl, await service.issueKey('assets-list'));
    const one = await upload(PNG, 'Logo 100%', mine);
    await upload(VTT, 'words', mine);
    const patched = await mine('PATCH', `/v1/assets/${one._id}`, {
      body: { name: 'Logo_2', tags: ['brand'] },
    });
    expect(patched.body.data).to.deep.include({ name: 'Logo_2', tags: ['brand'] });
    const names = async (query: string) =>
      (await mine('GET', `/v1/assets?${query}`)).body.data.map(({ name }: { name: string }) => name);
    expect(await names('')).to.deep.equal(['words', 'Logo_2']);
    expect(await names('name=logo_')).to.deep.equal(['Logo_2']);
    expect(await names('name=logo%25')).to.deep.equal([]);
    expect(await names('tag=brand')).to.deep.equal(['Logo_2']);
    expect(await names('kind=subtitles')).to.deep.equal(['words']);
    expect(await names(`sha256=${sha256(PNG)}`)).to.deep.equal(['Logo_2']);
    const first = (await mine('GET', '/v1/assets?limit=1')).body;
    expect(await names(`limit=1&cursor=${first.pagination.nextCursor}`)).to.deep.equal(['Logo_2']);
  });

  it('are not there for the videos of another owner', async () => {
    const { _id } = await upload(PNG);
    const other = apiClient(service.baseUrl, await service.issueKey('assets-other'));
    const clips = [{ type: 'image', source: `asset:${_id}`, timeFrame: { start: 0, end: 1000 } }];
    const body = { metadata: { name: 'a', duration: 1000 }, clips };
    const created = await other('POST', '/v1/videos', { body });
    expect(created.body.message).to.deep.equal(['clips[0].source names an asset that does not exist']);
    expect(created.status).to.equal(400);
    const frame = await other('POST', '/v1/frames?t=0', { body });
    expect(frame.status).to.equal(422);
    expect(frame.body.message[0]).to.include('there is no such asset');
  });

  it('are sources of clips: drawn, named by versions with their SHA-256, and kept while they are used', async () => {
    const { _id } = await upload(PNG, 'used');
    const clips = [{ id: 'logo', type: 'image', source: `asset:${_id}`, timeFrame: { start: 0, end: 1000 } }];
    const video = { metadata: { name: 'uses', duration: 1000 }, clips };
    const created = (await api('POST', '/v1/videos', { body: video })).body.data;
    const version = (await api('GET', `/v1/videos/${created._id}/versions`)).body.data[0];
    expect(version.assets).to.deep.equal({ [_id]: sha256(PNG) });
    expect((await api('GET', `/v1/assets/${_id}`)).body.data.usedBy).to.deep.equal([created._id]);
    expect((await api('GET', `/v1/videos/${created._id}/frame?t=0`)).status).to.equal(200);
    const source = await get(`/v1/videos/${created._id}/source?clip=logo`);
    expect(Buffer.from(await source.arrayBuffer()).equals(PNG)).to.equal(true);
    // The clip may get another one, at the same address.
    expect(source.headers.get('cache-control')).to.equal('private, no-cache');

    const refused = await api('DELETE', `/v1/assets/${_id}`);
    expect(refused.status).to.equal(409);
    expect(refused.body.message).to.include(`video ${created._id}`);
    expect((await api('DELETE', `/v1/assets/${_id}?force=true`)).status).to.equal(204);
    expect((await api('GET', `/v1/assets/${_id}`)).status).to.equal(404);
    // The version can still be read and changed, but not be drawn.
    const later = { body: { metadata: { name: 'later' } } };
    const patched = await api('PATCH', `/v1/videos/${created._id}`, later);
    expect(patched.status).to.equal(200);
    const frame = await api('GET', `/v1/videos/${created._id}/frame?t=0`);
    expect(frame.status).to.equal(422);
    expect(frame.body).to.deep.include({ message: ['clips[0]: the asset was deleted'], path: 'clips[0]' });
    const checked = (await api('POST', `/v1/videos/${created._id}/check`)).body.data;
    expect(checked.problems[0].remedy).to.equal('Upload the file again, and name the new asset.');
  });

  itIfLong('refuse files above the limit of a file, and of an owner, with what is used', async () => {
    const mine = apiClient(service.baseUrl, await service.issueKey('assets-limits'));
    const send = (bytes: number) =>
      mine('POST', '/v1/assets', {
        raw: Buffer.alloc(bytes, bytes % 251),
        headers: { 'content-type': 'application/octet-stream' },
      });
    expect((await send(ASSET_LIMITS.fileBytes + 1)).status).to.equal(413);
    const videos = [0, 1, 2].map((n) =>
      Buffer.concat([video, Buffer.alloc(ASSET_LIMITS.fileBytes - video.length - n)]),
    );
    for (const one of videos) expect((await upload(one, 'large', mine)).status).to.equal('ready');
    const full = await send(1000);
    expect(full.status).to.equal(413);
    expect(full.body.message[0]).to.match(/^\d+ of 25165824 bytes for assets are used/);

    // What is deleted is kept for a day: an owner takes no more than twice the space by deleting.
    const deleteAll = async () => {
      for (const { _id } of (await mine('GET', '/v1/assets')).body.data)
        await mine('DELETE', `/v1/assets/${_id}`);
    };
    await deleteAll();
    const others = videos.map((one) => Buffer.concat([one.subarray(0, -1), Buffer.from([1])]));
    for (const one of others) expect((await upload(one, 'again', mine)).status).to.equal('ready');
    await deleteAll();
    const twice = await mine('POST', '/v1/assets', {
      raw: Buffer.concat([video, Buffer.alloc(1000)]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(twice.status).to.equal(413);
    expect(twice.body.message[0]).to.match(/^\d+ of 50331648 bytes/);
  });

  it('of an editor link are those of its video', async () => {
    const { _id } = await upload(PNG, 'secret');
    const created = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data;
    const token = created.metadata.redirectUrl.split('#token=')[1] as string;
    const headers = { authorization: `Bearer ${token}` };
    const editor = apiClient(service.baseUrl);
    expect((await editor('GET', '/v1/assets', { headers })).body.data).to.deep.equal([]);
    expect((await editor('GET', `/v1/assets/${_id}`, { headers })).status).to.equal(404);
    const added = await editor('POST', '/v1/assets?name=mine', {
      raw: SVG,
      headers: { ...headers, 'content-type': 'image/svg+xml' },
    });
    expect([added.status, added.body.data.status]).to.deep.equal([201, 'ready']);
    const listed = (await editor('GET', '/v1/assets', { headers })).body.data;
    expect(listed.map(({ name }: { name: string }) => name)).to.deep.equal(['mine']);
    expect(listed[0]).not.to.have.property('usedBy');
    const clips = [{ type: 'image', source: `asset:${_id}`, timeFrame: { start: 0, end: 1000 } }];
    const patched = await editor('PATCH', `/v1/videos/${created._id}`, { headers, body: { clips } });
    expect(patched.status).to.equal(400);
    for (const [path, body] of [
      ['/v1/frames', { ...minimalVideo, clips }],
      ['/v1/playback', { ...minimalVideo, clips }],
      ['/v1/media', { url: `asset:${_id}` }],
    ] as const)
      expect([path, (await editor('POST', path, { headers, body })).status]).to.deep.equal([path, 400]);
    const own = { url: `asset:${added.body.data._id}` };
    expect((await editor('POST', '/v1/media', { headers, body: own })).status).to.equal(200);
  });

  it('in values of a template are those that the caller has: others are refused before anything is rendered', async () => {
    const { _id } = await upload(PNG, 'elsewhere');
    const clips = [
      { type: 'image', source: 'asset:{{id}}', timeFrame: { start: 0, end: 1000 } },
      { type: 'image', source: '{{logo|https://example.com/a.png}}', timeFrame: { start: 0, end: 1000 } },
    ];
    // The schema of the answer has no placeholders.
    const answer = await fetch(`${service.baseUrl}/v1/videos`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ ...minimalVideo, clips }),
    });
    const { data: created } = (await answer.json()) as {
      data: { _id: string; metadata: { redirectUrl: string } };
    };
    const headers = { authorization: `Bearer ${created.metadata.redirectUrl.split('#token=')[1] as string}` };
    const editor = apiClient(service.baseUrl);
    const path = `/v1/renders/${created._id}`;
    const missing = { id: randomUUID(), logo: `asset:${randomUUID()}` };
    const problems = ['clips[0].source', 'clips[1].source'].map(
      (at) => `${at} names an asset that does not exist`,
    );
    const refused = await api('POST', path, { body: { merge: missing } });
    expect([refused.status, refused.body.message]).to.deep.equal([400, problems]);
    const body = { rows: [{ id: _id }, missing] };
    const batch = await api('POST', `${path}/batch`, { body });
    expect([batch.status, batch.body.message]).to.deep.equal([400, problems.map((one) => `rows[1]: ${one}`)]);
    const csv = await editor('POST', `${path}/batch`, { headers, body: { csv: `id\n${_id}` } });
    expect([csv.status, csv.body.message]).to.deep.equal([400, [`rows[0]: ${problems[0]}`]]);
    for (const operation of [path, `/v1/videos/${created._id}/check`])
      expect((await editor('POST', operation, { headers, body: { merge: { id: _id } } })).status).to.equal(
        400,
      );
    expect((await api('POST', path, { body: { merge: { id: _id } } })).status).to.equal(201);
    expect((await api('GET', `/v1/renders?videoId=${created._id}`)).body.pagination.total).to.equal(1);
  });
});
