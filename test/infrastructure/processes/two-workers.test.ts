import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import type { RenderId } from '../../../domain/ids.js';
import { renderStream } from '../../../domain/render/render.js';
import { MAX_LOST_WORKERS } from '../../../domain/render/attempts.js';
import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { natsProgressFeed } from '../../../infrastructure/nats/progress-feed.js';
import { jetStreamRenderQueue } from '../../../infrastructure/nats/render-queue.js';
import {
  postgresLastReports,
  postgresProgressWriter,
} from '../../../infrastructure/postgres/renders/render-progress.js';
import { type AssetServer, startAssetServer } from '../../support/servers/asset-server.js';
import { countDescendants } from '../../support/processes/descendants.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { startTestNats, type TestNats } from '../../support/servers/nats.js';
import { rightOf } from '../../support/right-of.js';
import { sharedService } from '../../support/service/service.js';
import { type ServiceProcess, startServiceProcess } from '../../support/service/service-process.js';
import { LONG } from '../../support/long-form.js';
import { forSuite } from '../../support/for-suite.js';

const LOAD = 60_000;

/** The long form prints how long each one took. */
const CANCELLATIONS = LONG ? 10 : 1;

describe('two worker processes', function () {
  this.timeout(LONG ? 600_000 : 180_000);
  const service = forSuite(sharedService);
  let api: Api;
  let server: TestNats;
  let assets: AssetServer;
  let nats: Awaited<ReturnType<typeof connectToNats>>;
  let workers: ReadonlyArray<ServiceProcess>;
  let endWriting: () => Promise<void>;

  before(async () => {
    api = apiClient(service.baseUrl, await service.issueKey('two-workers'));
    [server, assets] = await Promise.all([startTestNats(), startAssetServer()]);
    nats = await connectToNats(server.url, 'test');
    const writer = postgresProgressWriter(service.database, () => undefined);
    const unsubscribe = natsProgressFeed(nats).subscribe(writer.record);
    endWriting = async () => {
      unsubscribe();
      await writer.close();
    };
    const start = () =>
      startServiceProcess('worker', service, {
        NATS_URL: server.url,
        ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
        RENDER_CONCURRENCY: '2',
        LOG_LEVEL: 'info',
      });
    workers = await Promise.all([start(), start()]);
  });
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await endWriting();
    await nats.close();
    await Promise.all([server.stop(), assets.close()]);
  });

  const request = async (body: object): Promise<RenderId> => {
    const { data } = (await api('POST', '/v1/renders', { body })).body;
    rightOf(await (await jetStreamRenderQueue(nats)).publish(data._id as RenderId)());
    return data._id as RenderId;
  };
  const get = async (id: RenderId) => (await api('GET', `/v1/renders/${id}`)).body.data;

  it('end every engine of a cancelled render', async () => {
    const canvas = { width: 3840, height: 2160 };
    const LENGTH = 600_000;
    /** Moves, and has another colour in each round: still stretches and earlier pieces are not encoded. */
    const clip = (round: number) => ({
      type: 'shape',
      timeFrame: { start: 0, end: LENGTH },
      shapeProperties: { shape: 'ellipse', fill: `#FF00${10 + round}` },
      size: { width: 800, height: 800 },
      position: { x: 0, y: 0 },
      keyframes: [
        {
          property: 'position.x',
          points: [
            { time: 0, value: 0 },
            { time: LENGTH, value: 3000 },
          ],
        },
      ],
    });
    const long = (round: number) => ({
      metadata: { name: 'long', duration: LENGTH, fps: 60, canvas },
      clips: [clip(round)],
    });
    const counts = () => workers.map(({ pid }) => countDescendants(pid, 'engine: busy'));
    const times: number[] = [];
    for (let round = 0; round < CANCELLATIONS; round += 1) {
      const id = await request(long(round));
      await eventually(async () => {
        expect((await get(id)).status).to.equal('processing');
        expect(Math.max(...counts())).to.be.at.least(1);
      }, LOAD);
      const cancelled = performance.now();
      await api('POST', `/v1/renders/${id}/cancel`);
      await eventually(() => expect(counts()).to.deep.equal([0, 0]));
      times.push(performance.now() - cancelled);
      expect((await get(id)).status).to.equal('cancelled');
    }
    if (LONG) console.log(`      ended after ${times.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', ')}`);
  });

  it('give up a project whose workers were lost, name the clip, and ignore a worker that wakes later', async () => {
    const held: ServerResponse[] = [];
    const source = assets.serve('/stalls.png', (_request, response) => void held.push(response));
    const image = { type: 'image', source, timeFrame: { start: 0, end: 1000 } };
    const shape = {
      type: 'shape',
      timeFrame: { start: 0, end: 1000 },
      shapeProperties: { shape: 'ellipse', fill: '#FF0000' },
    };
    const id = await request({ metadata: { name: 'poison', duration: 1000 }, clips: [shape, image] });
    const reports = postgresLastReports(service.database);
    const inWork = (attempt: number) =>
      eventually(
        async () =>
          expect(await reports.of(id)).to.deep.equal({
            replay: 0,
            attempt,
            clips: ['clips[1]'],
            handedBack: false,
          }),
        LOAD,
      );
    await inWork(1);
    const asleep = workers.find((worker) => worker.output().includes(`"renderId":"${id}"`));
    if (!asleep) throw new Error('no worker has it');
    process.kill(asleep.pid, 'SIGSTOP');
    try {
      const outcomes = renderOutcomes(service.dependencies, 'another', reports);
      for (let attempt = 2; attempt <= MAX_LOST_WORKERS; attempt += 1) {
        rightOf(await outcomes.start(id)());
        natsProgressFeed(nats).publish({ renderId: id, attempt, fraction: 0, clips: ['clips[1]'] });
        await inWork(attempt);
      }
      rightOf(await outcomes.start(id)());
    } finally {
      process.kill(asleep.pid, 'SIGCONT');
    }
    await eventually(() => expect(asleep.output()).to.match(/"render lost"|render lost/), LOAD);
    for (const response of held) response.destroy();
    await eventually(async () =>
      expect((await get(id)).error).to.equal(
        `clips[1]: the render was abandoned: ${MAX_LOST_WORKERS} attempts ended without a result (stage: worker, a retry could help)`,
      ),
    );
    const types: Array<string> = [];
    for await (const { event } of service.client.readStream(renderStream(id)))
      if (event) types.push(event.type);
    expect(types).to.deep.equal([
      'RenderRequested',
      ...Array.from({ length: MAX_LOST_WORKERS }, () => 'RenderStarted'),
      'RenderFailed',
    ]);
  });
});
