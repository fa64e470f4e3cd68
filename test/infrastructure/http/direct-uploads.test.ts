import { createHash } from 'node:crypto';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { eventually } from '../../support/eventually.js';
import { openStudio, type Studio } from '../../support/renders/render.js';
import { startS3Server } from '../../support/servers/s3-server.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import {
  type PreviewService,
  previewService,
  startPreviewService,
} from '../../support/service/preview-service.js';
import { resumeUploads } from '../../../infrastructure/http/server/finish-upload.js';
import { ASSET_LIMITS } from '../../support/service/service-app.js';
import { lavfi } from '../../support/renders/lavfi.js';

describe('HTTP API: uploads to the object storage', () => {
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  let started: PreviewService;
  let studio: Studio;
  let api: Api;
  let video: Buffer;
  before(async () => {
    s3 = await startS3Server();
    started = await startPreviewService(false, 0, { uploadStore: s3.config });
    api = apiClient(started.service.baseUrl, await started.service.issueKey('direct'));
    studio = await openStudio();
    const options = [...lavfi('testsrc=s=64x36:r=25:d=1'), '-pix_fmt', 'yuv420p'];
    video = await readFile(await studio.make('a.mp4', ...options));
  });
  after(async () => {
    await started.service.stop();
    await started.worker.close();
    await s3.close();
    await studio.dispose();
  });

  const begin = async (bytes: number) =>
    api('POST', '/v1/assets?direct=true&name=Ferien.mp4', { body: { bytes } });

  it('are sent by the client, and become an asset when they are finished', async () => {
    const { status, body, headers } = await begin(video.length);
    const { _id, direct, ...asset } = body.data;
    expect([status, headers.get('location')]).to.deep.equal([201, `/v1/assets/${_id}`]);
    expect(asset).to.include({ name: 'Ferien.mp4', status: 'uploading' });
    const finish = () => api('POST', `/v1/assets/${_id}/finish`);
    expect((await finish()).status).to.equal(409);
    const [url] = direct.urls;
    expect(direct.urls).to.have.length(1);
    expect(url.startsWith(s3.endpoint)).to.equal(true);
    const tooLong = await fetch(url, { method: 'PUT', body: Buffer.concat([video, video]) });
    expect(tooLong.status).to.equal(403);
    expect((await fetch(url, { method: 'PUT', body: video })).status).to.equal(200);
    const finished = await finish();
    expect(finished.status).to.equal(200);
    const facts = { status: 'ready', kind: 'video', bytes: video.length };
    expect(finished.body.data).to.include({
      ...facts,
      sha256: createHash('sha256').update(video).digest('hex'),
    });
    expect((await finish()).body.data).to.include(facts);
    const { client, bucket } = s3.place('');
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    expect(
      Contents.map(({ Key = '' }) => Key.split('/').at(-2)),
      'of the upload, nothing is left',
    ).to.deep.equal(['assets']);
  });

  it('are finished by the service if the client does not', async () => {
    const { _id, direct } = (await begin(video.length)).body.data;
    await fetch(direct.urls[0], { method: 'PUT', body: video });
    await started.service.database.raw(
      `update asset_uploads set checked_at = now() - interval '1 hour', touched_at = now() - interval '1 hour' where asset_id = ?`,
      [_id],
    );
    expect(await resumeUploads(started.service.uploading)).to.deep.equal([]);
    await eventually(async () =>
      expect((await api('GET', `/v1/assets/${_id}`)).body.data.status).to.equal('ready'),
    );
  });

  it('are refused above the limit, without a size, and without S3', async () => {
    expect((await begin(ASSET_LIMITS.fileBytes + 1)).status).to.equal(413);
    expect((await api('POST', '/v1/assets?direct=true', { body: {} })).status).to.equal(400);
    const { service } = await previewService();
    const other = apiClient(service.baseUrl, await service.issueKey('direct'));
    const refused = await other('POST', '/v1/assets?direct=true', { body: { bytes: 1 } });
    expect([refused.status, refused.body.message]).to.deep.equal([
      400,
      ['direct needs an object storage in S3; send the file here, or use tus'],
    ]);
  });
});
