import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { Upload } from 'tus-js-client';
import { resumeUploads } from '../../../infrastructure/http/server/finish-upload.js';
import { eventually } from '../../support/eventually.js';
import { rightOf } from '../../support/right-of.js';
import { openStudio, type Studio } from '../../support/renders/render.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { previewService } from '../../support/service/preview-service.js';
import { ASSET_LIMITS } from '../../support/service/service-app.js';
import type { Service } from '../../support/service/service.js';

const TUS = { 'tus-resumable': '1.0.0' };

describe('HTTP API: uploads by tus', function () {
  this.timeout(120_000);
  let service: Service;
  let studio: Studio;
  let api: Api;
  let key: string;
  let video: Buffer;
  before(async () => {
    ({ service } = await previewService());
    studio = await openStudio();
    key = await service.issueKey('tus');
    api = apiClient(service.baseUrl, key);
    const options = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=25:d=2', '-pix_fmt', 'yuv420p'];
    video = await readFile(await studio.make('a.mp4', ...options));
  });
  after(() => studio.dispose());

  const request = (method: string, path: string, headers: object = {}, body?: Uint8Array) =>
    fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { ...TUS, 'x-api-key': key, ...headers },
      ...(body ? { body } : {}),
    });
  const create = async (bytes: number, name = 'a.mp4') => {
    const metadata = `filename ${Buffer.from(name).toString('base64')}`;
    const response = await request('POST', '/v1/assets', {
      'upload-length': String(bytes),
      'upload-metadata': metadata,
    });
    return {
      status: response.status,
      path: response.headers.get('location') ?? '',
      text: await response.text(),
    };
  };
  const patch = (path: string, offset: number, body: Uint8Array) =>
    request(
      'PATCH',
      path,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
    );
  const assetOf = async (path: string) => (await api('GET', path.replace('/upload', ''))).body.data;

  it('work with tus-js-client, in parts', async () => {
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(video, {
        endpoint: `${service.baseUrl}/v1/assets`,
        chunkSize: Math.ceil(video.length / 3),
        headers: { 'x-api-key': key },
        metadata: { filename: 'Ferien.mp4', filetype: 'video/mp4' },
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
      });
      upload.start();
    });
    const path = new URL(url).pathname;
    await eventually(async () => expect((await assetOf(path)).status).to.equal('ready'));
    expect(await assetOf(path)).to.include({
      name: 'Ferien.mp4',
      kind: 'video',
      width: 320,
      sha256: createHash('sha256').update(video).digest('hex'),
      bytes: video.length,
    });
  });

  it('are resumed where they stopped, after a broken connection', async () => {
    const { status, path } = await create(video.length);
    expect(status).to.equal(201);
    expect(path).to.match(/^\/v1\/assets\/[0-9a-f-]{36}\/upload$/);
    expect(await assetOf(path)).to.include({ status: 'uploading', name: 'a.mp4' });
    const half = Math.floor(video.length / 2);
    const broken = new AbortController();
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(video.subarray(0, half)),
    });
    const sending = fetch(`${service.baseUrl}${path}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        'x-api-key': key,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: stream,
      duplex: 'half',
      signal: broken.signal,
    }).catch(() => undefined);
    const offset = async () => Number((await request('HEAD', path)).headers.get('upload-offset'));
    await eventually(async () => expect(await offset()).to.equal(half));
    broken.abort();
    await sending;
    const rest = await patch(path, await offset(), video.subarray(half));
    expect([rest.status, rest.headers.get('upload-offset')]).to.deep.equal([204, String(video.length)]);
    expect(await assetOf(path)).to.include({ status: 'ready', bytes: video.length });
    expect((await request('HEAD', path)).status).to.equal(404);
  });

  it('refuse a part at another offset, and lose nothing', async () => {
    const { path } = await create(100);
    expect((await patch(path, 0, randomBytes(60))).status).to.equal(204);
    expect((await patch(path, 10, randomBytes(10))).status).to.equal(409);
    expect((await request('HEAD', path)).headers.get('upload-offset')).to.equal('60');
  });

  it('end with the upload of a file that is refused', async () => {
    const { path } = await create(8);
    await patch(path, 0, Buffer.from('PK\x03\x04zip!'));
    expect(await assetOf(path)).to.include({ status: 'refused' });
  });

  it('are limited in size, in number and by what the owner has', async () => {
    key = await service.issueKey('tus-limits');
    expect((await create(ASSET_LIMITS.fileBytes + 1)).status).to.equal(413);
    const paths = [];
    for (let n = 0; n < ASSET_LIMITS.ownerUploads - 1; n += 1) {
      const { status, path } = await create(ASSET_LIMITS.fileBytes);
      expect(status).to.equal(201);
      paths.push(path);
    }
    const full = await create(1000);
    expect([full.status, full.text]).to.deep.equal([
      413,
      '25165824 of 25165824 bytes for assets are used; delete some that are not needed\n',
    ]);
    expect((await create(0)).status).to.equal(201);
    expect((await request('DELETE', paths[0] ?? '')).status).to.equal(204);
    expect((await request('HEAD', paths[0] ?? '')).status).to.equal(404);
    for (let n = 0; n < 2; n += 1) expect((await create(1)).status).to.be.oneOf([201, 429]);
    const many = await create(1);
    expect([many.status, many.text]).to.deep.equal([
      429,
      '4 uploads are already under way; retry when one of them is finished\n',
    ]);
  });

  it('are not there for another owner', async () => {
    key = await service.issueKey('tus-one');
    const { path } = await create(10);
    key = await service.issueKey('tus-other');
    expect((await request('HEAD', path)).status).to.equal(404);
    expect((await patch(path, 0, Buffer.from('0123456789'))).status).to.equal(404);
    expect((await request('DELETE', path)).status).to.equal(404);
  });

  it('are given up after a day without a part', async () => {
    key = await service.issueKey('tus-idle');
    const { path } = await create(10);
    const [, , , id = ''] = path.split('/');
    await service.database.raw(
      `update asset_uploads set touched_at = now() - interval '25 hours', checked_at = now() - interval '1 hour'
       where asset_id = ?`,
      [id],
    );
    expect(await resumeUploads(service.keeping)).to.deep.equal([]);
    const mine = apiClient(service.baseUrl, key);
    await eventually(async () => {
      const { body } = await mine('GET', `/v1/assets/${id}`);
      expect(body.data.status).to.equal('refused');
      expect(body.data.reason).to.include('nobody continued it for a day');
    });
    expect((await request('HEAD', path)).status).to.equal(404);
  });

  it('are read by another process if the one that received them ends before', async () => {
    key = await service.issueKey('tus-crash');
    const { path } = await create(video.length);
    const [, , , id = ''] = path.split('/');
    // What a process leaves that was killed after it wrote the last byte.
    await writeFile(`${service.dataDir}/uploading/${id}`, video);
    await service.database.raw(
      `update asset_uploads set checked_at = now() - interval '1 hour', touched_at = now() - interval '1 hour' where asset_id = ?`,
      [id],
    );
    expect(await resumeUploads(service.keeping)).to.deep.equal([]);
    const mine = apiClient(service.baseUrl, key);
    await eventually(async () =>
      expect((await mine('GET', `/v1/assets/${id}`)).body.data).to.include({ status: 'ready', width: 320 }),
    );
    expect(rightOf(await service.assetStorage.list()())).to.not.deep.equal([]);
  });
});
