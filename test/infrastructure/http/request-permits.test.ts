import { request } from 'node:http';
import { expect } from 'chai';
import { fairSemaphore } from '../../../application/permits/fair-semaphore.js';
import { permitsInUse } from '../../../application/permits/permit-counts.js';
import { SHARED } from '../../../application/permits/shared-resources.js';
import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { servePreviews } from '../../../infrastructure/nats/preview-server.js';
import { natsPreviews } from '../../../infrastructure/nats/previews.js';
import { eventually } from '../../support/eventually.js';
import { previewsHere } from '../../support/renders/previews.js';
import { type AssetServer, startAssetServer } from '../../support/servers/asset-server.js';
import { startTestNats } from '../../support/servers/nats.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { type Service, startService } from '../../support/service/service.js';

const LEAST = { silenceMs: 60_000, minBytesPerSecond: 8192, rateWindowMs: 4000 };

/** One owner does what it can to keep another from being served, by a service with one worker for previews. */
describe('HTTP API: a share for everyone', () => {
  let service: Service;
  let assets: AssetServer;
  let mallory: string;
  let bob: string;
  let stop: () => Promise<unknown>;
  const leaving = new AbortController();

  before(async () => {
    const [nats, here] = [await startTestNats(), await previewsHere()];
    const [worker, requester] = [await connectToNats(nats.url, 'w'), await connectToNats(nats.url, 'r')];
    const permits = fairSemaphore(SHARED.making);
    const stopWorker = servePreviews(worker, { previews: here.previews, permits, onError: () => undefined });
    await worker.flush();
    service = await startService({
      allowedPrivateHosts: ['127.0.0.1'],
      previews: natsPreviews(() => requester),
      permits: { uploads: { pace: LEAST } },
    });
    assets = await startAssetServer();
    [mallory, bob] = [await service.issueKey('mallory'), await service.issueKey('bob')];
    stop = async () => {
      leaving.abort();
      await assets.close();
      await service.stop();
      await stopWorker();
      await Promise.all([worker.close(), requester.close()]);
      await here.close();
      await nats.stop();
    };
  });
  after(() => stop());

  /** A source that sends a byte now and then, and how many read it at once: one that is cut off may be replaced. */
  const trickling = (path: string) => {
    const readers = { now: 0, most: 0 };
    const url = assets.serve(path, (_request, response) => {
      readers.now += 1;
      readers.most = Math.max(readers.most, readers.now);
      response.writeHead(200, { 'content-length': 1_000_000 }).write('x');
      const bytes = setInterval(() => response.write('x'), 100);
      response.once('close', () => {
        readers.now -= 1;
        clearInterval(bytes);
      });
    });
    return { url, readers };
  };
  const clip = (type: string, source: string) => ({
    id: 'clip',
    type,
    source,
    timeFrame: { start: 0, end: 1000 },
  });

  /** A video with a clip; reads its source with an API key, or with the token of a link for viewing. */
  const videoWith = async (key: string, source: string) => {
    const api = apiClient(service.baseUrl, key);
    const { data } = (
      await api('POST', '/v1/videos', { body: { ...minimalVideo, clips: [clip('video', source)] } })
    ).body;
    const link = (await api('POST', `/v1/videos/${data._id}/links`)).body.data.url as string;
    const read = (headers: Record<string, string>) =>
      fetch(`${service.baseUrl}/v1/videos/${data._id}/source?clip=clip`, { headers, signal: leaving.signal });
    return {
      byKey: () => read({ 'x-api-key': key }),
      byLink: () => read({ authorization: `Bearer ${link.split('#token=')[1]}` }),
    };
  };

  it('reads sources for others while a link reads a slow source as often as it can', async () => {
    const { url, readers } = trickling('/slow.mp4');
    const slow = await videoWith(mallory, url);
    for (let n = 0; n < 64; n += 1) void slow.byLink().catch(() => undefined);
    const { perLink } = SHARED.sources;
    await eventually(() => expect(readers.most).to.equal(perLink));
    const fine = assets.serve('/fine.mp4', Buffer.from('0123456789'));
    for (const key of [bob, mallory]) {
      const read = await (await videoWith(key, fine)).byKey();
      expect([read.status, await read.text()]).to.deep.equal([200, '0123456789']);
    }
    expect(readers.most).to.equal(perLink);
  });

  /** Sends a body of which a byte arrives now and then; gives the status of the answer. */
  const trickledUpload = (): Promise<number | undefined> =>
    new Promise((resolve) => {
      const headers = { 'x-api-key': mallory, 'content-type': 'video/mp4', 'content-length': '1000000' };
      const sending = request(`${service.baseUrl}/v1/verify`, { method: 'POST', headers }, (response) => {
        clearInterval(bytes);
        response.resume();
        resolve(response.statusCode);
      });
      sending.once('error', () => resolve(undefined));
      sending.write('x');
      const bytes = setInterval(() => sending.write('x'), 100);
    });
  const verified = (key: string) =>
    fetch(`${service.baseUrl}/v1/verify`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'video/mp4' },
      body: 'not a video',
    });

  it('receives files of others while an owner sends bytes now and then, and cuts that off', async () => {
    const uploads = () => permitsInUse().get('uploads') ?? { taken: 0 };
    const { taken } = uploads();
    const slow = [trickledUpload(), trickledUpload(), trickledUpload()];
    await eventually(() => expect(uploads().taken).to.equal(taken + SHARED.uploads.perOwner));
    expect((await verified(bob)).status).to.equal(200);
    expect(await Promise.all(slow)).to.deep.equal([408, 408, 408]);
    expect((await verified(mallory)).status).to.equal(200);
  });

  it('draws frames for others while an owner draws some with sources that hardly arrive', async () => {
    const body = { metadata: { ...minimalVideo.metadata, canvas: { width: 64, height: 36 } } };
    const draw = (key: string, clips: ReadonlyArray<object>) =>
      fetch(`${service.baseUrl}/v1/frames`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, clips }),
        signal: leaving.signal,
      });
    const { url, readers } = trickling('/slow.png');
    for (let n = 0; n < 8; n += 1) void draw(mallory, [clip('image', url)]).catch(() => undefined);
    await eventually(() => expect(readers.most).to.equal(SHARED.making.perOwner));
    expect((await draw(bob, [])).status).to.equal(200);
    expect(readers.most).to.equal(SHARED.making.perOwner);
  });
});
