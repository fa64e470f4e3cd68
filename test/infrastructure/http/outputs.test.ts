import { randomBytes } from 'node:crypto';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { s3Objects } from '../../../infrastructure/storage/s3-objects.js';
import { startS3Server } from '../../support/servers/s3-server.js';
import { endRender, renderOutput } from '../../support/renders/ended-renders.js';
import { apiClient } from '../../support/service/http-client.js';
import { outputServer } from '../../support/service/output-server.js';
import { rightOf } from '../../support/right-of.js';
import { sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: outputs', () => {
  const service = forSuite(sharedService);
  let url: string;
  let key: string;
  let finished: string;
  const content = randomBytes(300_000);

  before(async () => {
    finished = join(service.dataDir, 'finished.mp4');
    await writeFile(finished, content);
    key = await recordedKey();
    rightOf(await service.objectStorage.put(key, finished)());
    url = `${service.baseUrl}/outputs/${key}`;
  });

  /** The key that a completed render has recorded. */
  const recordedKey = async (): Promise<string> => {
    const api = apiClient(service.baseUrl, await service.issueKey('outputs'));
    return renderOutput(await endRender(service, api)).key;
  };

  const get = async (headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(url, { method, headers });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it('serves a complete file without a key, given its URL', async () => {
    const { response, bytes } = await get();
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('video/mp4');
    expect(response.headers.get('accept-ranges')).to.equal('bytes');
    expect(response.headers.get('content-length')).to.equal('300000');
    expect(bytes.equals(content)).to.equal(true);
  });

  const ranges: ReadonlyArray<readonly [string, number, number]> = [
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, 299_999],
    ['bytes=-500', 299_500, 299_999],
    ['bytes=299999-999999', 299_999, 299_999],
    ['bytes=0-9,10-19', 0, 19],
  ];
  for (const [range, start, end] of ranges)
    it(`serves ${range}`, async () => {
      const { response, bytes } = await get({ range });
      expect(response.status).to.equal(206);
      expect(response.headers.get('content-range')).to.equal(`bytes ${start}-${end}/300000`);
      expect(bytes.equals(content.subarray(start, end + 1))).to.equal(true);
    });

  it('refuses a range beyond the end, and ignores ranges that it does not support', async () => {
    const { response, bytes } = await get({ range: 'bytes=300000-' });
    expect(response.status).to.equal(416);
    expect(response.headers.get('content-range')).to.equal('bytes */300000');
    expect(JSON.parse(bytes.toString())).to.include({ statusCode: 416 });
    for (const range of ['pages=1-2', 'bytes=x-y', 'bytes=0-9,100-109'])
      expect((await get({ range })).response.status, range).to.equal(200);
  });

  it('supports HEAD, If-None-Match and If-Range', async () => {
    const head = await get({}, 'HEAD');
    expect(head.response.headers.get('content-length')).to.equal('300000');
    expect(head.bytes).to.have.length(0);
    const etag = head.response.headers.get('etag') ?? '';
    expect(head.response.headers.get('content-disposition')).to.equal('inline; filename="a video.mp4"');
    const saved = await fetch(`${url}?download`, { method: 'HEAD' });
    expect(saved.headers.get('content-disposition')).to.equal('attachment; filename="a video.mp4"');
    expect((await get({ 'if-none-match': etag })).response.status).to.equal(304);
    const range = 'bytes=0-9';
    expect((await get({ range, 'if-range': etag })).response.status).to.equal(206);
    expect((await get({ range, 'if-range': '"other"' })).response.status).to.equal(200);
  });

  it('serves no other file', async () => {
    for (const other of [
      'missing.mp4',
      '..%2Ffinished.mp4',
      `.${key}`,
      `${key}.partial`,
      '%00',
      'a%2F..%2Fb',
    ]) {
      const response = await fetch(`${service.baseUrl}/outputs/${other}`);
      expect(response.status, other).to.equal(404);
      expect(await response.json()).to.include({ statusCode: 404 });
    }
  });

  it('serves no file whose key no completed render has recorded', async () => {
    const [renderId = ''] = key.split('.');
    for (const stray of ['service-key', `${renderId}-0123456789abcdef.mp4`, 'stray.mp4']) {
      await writeFile(join(service.dataDir, 'outputs', stray), 'secret');
      expect((await fetch(`${service.baseUrl}/outputs/${stray}`)).status, stray).to.equal(404);
    }
  });

  it('does not follow links, even under a recorded key', async () => {
    const linked = await recordedKey();
    await symlink(finished, join(service.dataDir, 'outputs', linked));
    const response = await fetch(`${service.baseUrl}/outputs/${linked}`);
    expect(response.status).to.equal(410);
    expect(await response.json())
      .to.have.property('message')
      .that.includes('the output is no longer stored');
  });

  it('redirects to the object storage if it signs URLs and OUTPUT_URLS says so', async () => {
    const server = await startS3Server();
    const storage = s3Objects(server.place('outputs/'));
    const copy = join(service.dataDir, 'copy.mp4');
    await writeFile(copy, content);
    rightOf(await storage.put(key, copy)());
    const open = await Promise.all([
      outputServer(service, { outputUrls: 'presigned', objectStorage: storage }),
      outputServer(service, { objectStorage: storage }),
      outputServer(service, { outputUrls: 'presigned' }),
    ]);
    try {
      const responses = await Promise.all(
        open.map((one) => fetch(`${one.url}/outputs/${key}`, { redirect: 'manual' })),
      );
      expect(responses.map(({ status }) => status)).to.deep.equal([302, 200, 200]);
      const target = responses[0]?.headers.get('location') ?? '';
      expect(target).to.match(new RegExp(`^${server.endpoint}/`));
      expect(new URL(target).searchParams.get('X-Amz-Expires')).to.equal('3600');
      const part = await fetch(target, { headers: { range: 'bytes=0-1' } });
      expect([part.status, (await part.arrayBuffer()).byteLength]).to.deep.equal([206, 2]);
      // A signed URL allows GET only.
      const head = await fetch(`${open[0].url}/outputs/${key}`, {
        method: 'HEAD',
        redirect: 'manual',
      });
      expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(content.length)]);
      const stored = await fetch(target);
      const named = [stored, ...responses.slice(1)].map(({ headers }) => headers.get('content-disposition'));
      expect(new Set(named).size, named.join()).to.equal(1);
      expect(named[0]).to.match(/^inline; filename=".+\.mp4"$/);
      for (const { headers } of [stored, ...responses.slice(1)])
        expect(headers.get('content-type')).to.equal('video/mp4');
      const bodies = await Promise.all([stored, ...responses.slice(1)].map((one) => one.arrayBuffer()));
      for (const body of bodies) expect(Buffer.from(body).equals(content)).to.equal(true);
    } finally {
      for (const one of open) one.close();
      await server.close();
    }
  });
});
