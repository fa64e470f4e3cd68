import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RenderId } from '../../../domain/ids.js';
import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { jetStreamRenderQueue } from '../../../infrastructure/nats/render-queue.js';
import { eventually } from '../../support/eventually.js';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.js';
import { type Api, apiClient, minimalVideo } from '../../support/http-client.js';
import { startTestNats, type TestNats } from '../../support/nats.js';
import { rightOf } from '../../support/right-of.js';
import { smallDisk } from '../../support/small-disk.js';
import { type Service, sharedService } from '../../support/service.js';
import { startServiceProcess } from '../../support/service-process.js';

describe('worker process', function () {
  this.timeout(120_000);
  let service: Service;
  let api: Api;
  let server: TestNats;
  let proxy: FaultProxy;
  let nats: Awaited<ReturnType<typeof connectToNats>>;
  let queue: Awaited<ReturnType<typeof jetStreamRenderQueue>>;
  before(async () => {
    service = await sharedService();
    api = apiClient(service.baseUrl, await service.issueKey('worker-process'));
    server = await startTestNats();
    proxy = await startFaultProxy(Number(new URL(server.url).port));
    nats = await connectToNats(server.url, 'test');
    queue = await jetStreamRenderQueue(nats);
  });
  after(async () => {
    await nats.close();
    await proxy.close();
    await server.stop();
  });

  const requestRender = async (): Promise<RenderId> => {
    const { body } = await api('POST', '/v1/renders', { body: minimalVideo });
    const renderId = body.data._id as RenderId;
    rightOf(await queue.publish(renderId)());
    return renderId;
  };
  const statusOf = async (renderId: RenderId): Promise<string> =>
    (await api('GET', `/v1/renders/${renderId}`)).body.data.status;
  const completed = (renderId: RenderId): Promise<void> =>
    eventually(async () => void expect(await statusOf(renderId)).to.equal('completed'), 60_000);

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
      await eventually(async () => void expect(await statusOf(failing)).to.equal('failed'), 60_000);
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

  it('continues if the queue does not confirm an acknowledgement', async () => {
    const worker = await startServiceProcess('worker', service, {
      NATS_URL: Object.assign(new URL(server.url), { port: proxy.port }).href,
      LOG_LEVEL: 'info',
    });
    const first = await requestRender();
    await eventually(() => expect(worker.output()).to.include('render started'), 60_000);
    proxy.swallowAnswers();
    await completed(first);
    await eventually(() => expect(worker.output()).to.include('render unacknowledged'), 60_000);
    proxy.cut();
    await completed(await requestRender());
    expect(worker.output().match(/"msg":"render started"/g)).to.have.length(2);
    expect(await worker.stop()).to.equal(0);
  });
});
