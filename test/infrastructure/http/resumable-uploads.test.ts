import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import { Upload } from 'tus-js-client';
import { contentKey } from '../../../application/assets/asset-content.js';
import type { AssetId } from '../../../domain/ids.js';
import { resumeUploads } from '../../../infrastructure/http/server/finish-upload.js';
import { eventually } from '../../support/eventually.js';
import { rightOf } from '../../support/right-of.js';
import { studioForSuite } from '../../support/renders/render.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { previewService } from '../../support/service/preview-service.js';
import { ASSET_LIMITS } from '../../support/service/service-app.js';
import type { Service } from '../../support/service/service.js';
import { lavfi } from '../../support/renders/lavfi.js';

const TUS = { 'tus-resumable': '1.0.0' };

describe('HTTP API: uploads by tus', () => {
  let service: Service;
  const studio = studioForSuite();
  let api: Api;
  let key: string;
  let video: Buffer;
  before(async () => {
    ({ service } = await previewService());
    key = await service.issueKey('tus');
    api = apiClient(service.baseUrl, key);
    const options = [...lavfi('testsrc=s=320x180:r=25:d=2'), '-pix_fmt', 'yuv420p'];
    video = await readFile(await studio.make('a.mp4', ...options));
  });

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

  const contentOf = async (owner: string, content: Uint8Array) => {
    const hash = createHash('sha256').update(content).digest('hex');
    return O.toUndefined(rightOf(await service.assetStorage.find(contentKey(owner, hash))()));
  };

  it('end with the upload of a file that is refused, of which nothing is kept', async () => {
    const { path } = await create(8);
    const archive = Buffer.from('PK\x03\x04zip!');
    await patch(path, 0, archive);
    expect(await assetOf(path)).to.include({ status: 'refused' });
    expect(await contentOf('tus', archive)).to.equal(undefined);
  });

  it('leave nothing when their asset is deleted, also while a part is sent', async () => {
    const { path } = await create(100);
    expect((await patch(path, 0, randomBytes(60))).status).to.equal(204);
    const body = new ReadableStream({ start: (controller) => controller.enqueue(randomBytes(20)) });
    const headers = {
      ...TUS,
      'x-api-key': key,
      'upload-offset': '60',
      'content-type': 'application/offset+octet-stream',
    };
    const sending = fetch(`${service.baseUrl}${path}`, {
      method: 'PATCH',
      headers,
      body,
      duplex: 'half',
    }).catch(() => undefined);
    const [, , , id = ''] = path.split('/');
    const file = join(service.dataDir, 'uploading', id);
    await eventually(async () => expect((await stat(file)).size).to.equal(80));
    expect((await api('DELETE', `/v1/assets/${id}`)).status).to.equal(204);
    await sending;
    expect(await readdir(join(service.dataDir, 'uploading'))).to.not.include.members([id, `${id}.json`]);
    expect(await service.database('asset_uploads').where({ asset_id: id })).to.deep.equal([]);
  });

  it('need room for the largest file if they do not say how large they are', async () => {
    key = await service.issueKey('tus-deferred');
    const created = [];
    for (let n = 0; n < 4; n += 1)
      created.push((await request('POST', '/v1/assets', { 'upload-defer-length': '1' })).status);
    expect(created).to.deep.equal([201, 201, 201, 413]);
    key = await service.issueKey('tus');
  });

  it('do not wait for one that fails, and those that nobody could register end', async () => {
    const [bad, good] = [await create(video.length), await create(video.length)].map(
      ({ path }) => path.split('/')[3] ?? '',
    );
    await writeFile(join(service.dataDir, 'uploading', good ?? ''), video);
    const [strange] = [randomUUID()];
    await service
      .database('asset_uploads')
      .insert({ asset_id: strange, owner_id: 'tus', bytes: 1, touched_at: new Date() });
    await service.database.raw(
      `update asset_uploads set checked_at = now() - interval '1 hour', touched_at = now() - interval '1 hour'
       where asset_id = any(?::uuid[])`,
      [[bad, good, strange] as never],
    );
    const { resumableUploads } = service.uploading;
    const complete = (id: AssetId) =>
      id === bad ? Promise.reject(new Error('broken')) : resumableUploads.complete(id);
    const dependencies = { ...service.uploading, resumableUploads: { ...resumableUploads, complete } };
    const faults = await resumeUploads(dependencies);
    expect(faults.map(({ assetId }) => assetId)).to.deep.equal([bad]);
    await eventually(async () =>
      expect((await api('GET', `/v1/assets/${good}`)).body.data).to.include({ status: 'ready' }),
    );
    expect(await service.database('asset_uploads').where({ asset_id: strange })).to.deep.equal([]);
  });

  it('are refused when what was received of them is gone, or when nothing is known of them, as after a restore', async () => {
    key = await service.issueKey('tus-lost');
    api = apiClient(service.baseUrl, key);
    const [begun, unknown, read] = [await create(100), await create(100), await create(video.length)].map(
      ({ path }) => path.split('/')[3] ?? '',
    ) as [string, string, string];
    const sha256 = 'e'.repeat(64);
    const uploads = () => service.database('asset_uploads');
    for (const id of [begun, unknown]) await rm(join(service.dataDir, 'uploading', id));
    await uploads().where({ asset_id: read }).update({ sha256 });
    await uploads().where({ asset_id: unknown }).delete();
    const idle = service.database.raw("now() - interval '61 minutes'");
    await uploads().whereIn('asset_id', [begun, read]).update({ touched_at: idle, checked_at: idle });
    await service.database('assets').where({ asset_id: unknown }).update({ created_at: idle });
    for (let time = 0; time < 2; time += 1) expect(await resumeUploads(service.uploading)).to.deep.equal([]);
    for (const id of [begun, unknown, read]) {
      const { data } = (await api('GET', `/v1/assets/${id}`)).body;
      expect(data.status, data.reason).to.equal('refused');
      expect(data.reason).to.equal('what was received of it is no longer stored: upload it again');
    }
    expect(await uploads().whereIn('asset_id', [begun, unknown, read])).to.deep.equal([]);
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
    const deleted = { asset_id: paths[0]?.split('/')[3] };
    await eventually(async () =>
      expect(await service.database('asset_uploads').where(deleted)).to.deep.equal([]),
    );
    for (let n = 0; n < 2; n += 1) expect((await create(1)).status).to.be.oneOf([201, 429]);
    const many = await create(1);
    expect(many.text).to.equal('4 uploads are already under way; retry when one of them is finished\n');
    expect(many.status).to.equal(429);
  });

  it('are not there for another owner', async () => {
    key = await service.issueKey('tus-one');
    const { path } = await create(10);
    key = await service.issueKey('tus-other');
    expect((await request('HEAD', path)).status).to.equal(404);
    expect((await patch(path, 0, Buffer.from('0123456789'))).status).to.equal(404);
    expect((await request('DELETE', path)).status).to.equal(404);
  });
});
