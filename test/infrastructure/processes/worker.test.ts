import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RenderId } from '../../../domain/ids.js';
import { renderStream } from '../../../domain/render/render.js';
import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { jetStreamRenderQueue } from '../../../infrastructure/nats/render-queue.js';
import { type AssetServer, startAssetServer } from '../../support/servers/asset-server.js';
import { countDescendants, processTree, stillRunning } from '../../support/processes/descendants.js';
import { eventually } from '../../support/eventually.js';
import { type FaultProxy, startFaultProxy } from '../../support/servers/fault-proxy.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { startTestNats, type TestNats } from '../../support/servers/nats.js';
import { rightOf } from '../../support/right-of.js';
import { smallDisk } from '../../support/processes/small-disk.js';
import { sharedService } from '../../support/service/service.js';
import { startServiceProcess } from '../../support/service/service-process.js';
import { itIfLong } from '../../support/long-form.js';
import { forSuite } from '../../support/for-suite.js';

describe('worker process', () => {
  const service = forSuite(sharedService);
  let api: Api;
  let server: TestNats;
  let proxy: FaultProxy;
  let nats: Awaited<ReturnType<typeof connectToNats>>;
  let queue: Awaited<ReturnType<typeof jetStreamRenderQueue>>;
  let assets: AssetServer;
  before(async () => {
    api = apiClient(service.baseUrl, await service.issueKey('worker-process'));
    server = await startTestNats();
    proxy = await startFaultProxy(Number(new URL(server.url).port));
    nats = await connectToNats(server.url, 'test');
    queue = await jetStreamRenderQueue(nats);
    assets = await startAssetServer();
  });
  after(async () => {
    await nats.close();
    await proxy.close();
    await server.stop();
    await assets.close();
  });

  const requestRender = async (video: object = minimalVideo): Promise<RenderId> => {
    const { body } = await api('POST', '/v1/renders', { body: video });
    const renderId = body.data._id as RenderId;
    rightOf(await queue.publish(renderId)());
    return renderId;
  };
  const eventsOf = async (renderId: RenderId) => {
    const events: Array<{ readonly type: string; readonly data: unknown }> = [];
    for await (const { event } of service.client.readStream(renderStream(renderId)))
      if (event) events.push(event);
    return events;
  };
  const statusOf = async (renderId: RenderId): Promise<string> =>
    (await api('GET', `/v1/renders/${renderId}`)).body.data.status;
  const completed = (renderId: RenderId): Promise<void> =>
    eventually(async () => void expect(await statusOf(renderId)).to.equal('completed'));

  it('fails renders on a full disk as retryable, and renders when there is space', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framewright-worker-'));
    const disk = await smallDisk(join(folder, 'data'), 64 * 1024 * 1024);
    const onSmallDisk = await startServiceProcess(
      'worker',
      { ...service, dataDir: join(folder, 'data') },
      { NATS_URL: server.url },
      'test',
      disk.command,
    );
    try {
      disk.fill();
      const failing = await requestRender();
      await eventually(async () => void expect(await statusOf(failing)).to.equal('failed'));
      const { error } = (await api('GET', `/v1/renders/${failing}`)).body.data;
      expect(error).to.equal('the worker’s disk is full (stage: worker, a retry could help)');
      disk.free();
      await completed(await requestRender());
      expect(onSmallDisk.output()).to.not.include('stopping because of an unexpected error');
    } finally {
      await onSmallDisk.stop();
      await disk.remove();
      await rm(folder, { recursive: true, force: true });
    }
  });

  itIfLong('continues if the queue does not confirm an acknowledgement', async () => {
    const worker = await startServiceProcess('worker', service, {
      NATS_URL: Object.assign(new URL(server.url), { port: proxy.port }).href,
      LOG_LEVEL: 'info',
    });
    const first = await requestRender();
    await eventually(() => expect(worker.output()).to.include('render started'));
    proxy.swallowAnswers();
    await completed(first);
    await eventually(() => expect(worker.output()).to.include('render unacknowledged'));
    proxy.cut();
    await completed(await requestRender());
    expect(worker.output().match(/"msg":"render started"/g)).to.have.length(2);
    expect(await worker.stop()).to.equal(0);
  });

  it('ends all its processes on SIGTERM, and hands what it downloads and encodes to another worker', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framewright-worker-'));
    const settings = { NATS_URL: server.url, ALLOWED_PRIVATE_HOSTS: '127.0.0.1' };
    const start = () => startServiceProcess('worker', { ...service, dataDir: folder }, settings);
    const source = assets.serve('/stalls.png', () => undefined);
    const timeFrame = { start: 0, end: 600_000 };
    const shape = { type: 'shape', timeFrame, shapeProperties: { shape: 'ellipse', fill: '#FF0000' } };
    const metadata = { name: 'long', duration: 600_000, fps: 60, canvas: { width: 3840, height: 2160 } };
    const image = { type: 'image', source, timeFrame: { start: 0, end: 1000 } };
    let worker = await start();
    try {
      const encoding = await requestRender({ metadata, clips: [shape] });
      const fetching = await requestRender({ ...minimalVideo, clips: [image] });
      await eventually(() => {
        expect(countDescendants(worker.pid, 'engine: busy')).to.be.at.least(1);
        expect(assets.countOf('/stalls.png')).to.equal(1);
      }, 60_000);
      const processes = processTree(worker.pid);
      // It would end itself with 1 if it had not stopped in 20 s.
      expect(await worker.stop()).to.equal(0);
      expect(stillRunning(processes)).to.deep.equal([]);
      expect(await readdir(join(folder, 'work'))).to.deep.equal([]);

      worker = await start();
      for (const id of [encoding, fetching]) {
        const [requested, ...starts] = await eventually(async () => {
          const events = await eventsOf(id);
          expect(events).to.have.length(3);
          return events;
        }, 60_000);
        expect(requested?.type).to.equal('RenderRequested');
        expect(starts.map(({ type }) => type)).to.deep.equal(['RenderStarted', 'RenderStarted']);
        expect(starts[1]?.data).to.include({ attempt: 2, handedBack: true });
        await api('POST', `/v1/renders/${id}/cancel`);
      }
    } finally {
      await worker.stop();
      await rm(folder, { recursive: true });
    }
  });
});
