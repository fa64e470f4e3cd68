import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RenderId } from '../../../domain/ids.js';
import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { jetStreamRenderQueue } from '../../../infrastructure/nats/render-queue.js';
import { allFiles } from '../../hostile/corpus/all-files.js';
import { layCanaries } from '../../hostile/corpus/canaries.js';
import { contentOf } from '../../hostile/corpus/hostile-case.js';
import { eventually } from '../../support/eventually.js';
import { median } from '../../bench/median.js';
import { countDescendants } from '../../support/processes/descendants.js';
import { memoryOf } from '../../support/processes/process-memory.js';
import { rightOf } from '../../support/right-of.js';
import { type AssetServer, startAssetServer } from '../../support/servers/asset-server.js';
import { startCanaryServer } from '../../support/servers/canary-server.js';
import { startTestNats, type TestNats } from '../../support/servers/nats.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { sharedService } from '../../support/service/service.js';
import { type ServiceProcess, startServiceProcess } from '../../support/service/service-process.js';
import { LONG } from '../../support/long-form.js';
import { forSuite } from '../../support/for-suite.js';

const RENDERS = 1000;
/** Of so many renders, the median memory of the worker counts. Its caches fill during the first half. */
const VALUES = 250;
const MOST_GROWTH = 1.1;
const AT_ONCE = 4;
const DUE = 120_000;
const WHOLE = { start: 0, end: 1000 };
const CANVAS = { width: 160, height: 90 };

/** Projects of every way to make a piece: their colours and words differ, so that no piece is used again. */
const PROJECTS: ReadonlyArray<(round: number) => ReadonlyArray<object>> = [
  (round) => [{ type: 'text', timeFrame: WHOLE, textProperties: { content: `round ${round}` } }],
  (round) => [
    {
      type: 'shape',
      timeFrame: WHOLE,
      size: { width: 80, height: 80 },
      shapeProperties: { shape: 'ellipse', fill: `#${(0x100000 + round).toString(16)}` },
      transition: { in: { type: 'fade', duration: 400 } },
    },
  ],
  (round) => [
    {
      type: 'caption',
      timeFrame: WHOLE,
      captionProperties: {
        words: [{ word: `word${round}`, start: 0, end: 900 }],
        highlightTextProperties: { color: '#FFDD00' },
        nonHighlightTextProperties: {},
      },
    },
  ],
];

describe('a worker with a thousand renders, a third of them of hostile files', function () {
  // Only in the long form: it takes ten minutes and more.
  if (!LONG) return;
  this.timeout(3_600_000);
  const service = forSuite(sharedService);
  let api: Api;
  let server: TestNats;
  let assets: AssetServer;
  let nats: Awaited<ReturnType<typeof connectToNats>>;
  let worker: ServiceProcess;
  let folder: string;
  let sources: ReadonlyArray<{ readonly clip: string; readonly source: string }>;

  before(async () => {
    api = apiClient(service.baseUrl, await service.issueKey('soak'));
    folder = await mkdtemp(join(tmpdir(), 'soak-'));
    [server, assets] = await Promise.all([startTestNats(), startAssetServer()]);
    nats = await connectToNats(server.url, 'test');
    const canary = await startCanaryServer();
    const files = (await allFiles(await layCanaries(folder, canary.port))).filter(
      ({ clip }) => clip !== 'table',
    );
    sources = await Promise.all(
      files.map(async (file, index) => ({
        clip: file.clip,
        source: assets.serve(`/${index}`, await contentOf(file)),
      })),
    );
    await canary.close();
    worker = await startServiceProcess('worker', service, {
      NATS_URL: server.url,
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      RENDER_CONCURRENCY: '2',
    });
  });
  after(async () => {
    await worker.stop();
    await nats.close();
    await Promise.all([server.stop(), assets.close(), rm(folder, { recursive: true })]);
  });

  const clipsOf = (round: number): ReadonlyArray<object> => {
    const hostile = sources[Math.floor(round / 3) % sources.length];
    if (round % 3 === 0 && hostile) return [{ type: hostile.clip, source: hostile.source, timeFrame: WHOLE }];
    return PROJECTS[round % PROJECTS.length]?.(round) ?? [];
  };

  /** Renders one project. @returns how it ended, and why if it failed */
  const render = async (round: number): Promise<{ readonly status: string; readonly error?: string }> => {
    const metadata = { name: 'soak', duration: 1000, fps: 25, canvas: CANVAS };
    const posted = await api('POST', '/v1/renders', { body: { metadata, clips: clipsOf(round) } });
    expect(posted.status, JSON.stringify(posted.body)).to.equal(201);
    const { data } = posted.body;
    rightOf(await (await jetStreamRenderQueue(nats)).publish(data._id as RenderId)());
    return eventually(async () => {
      const { data: record } = (await api('GET', `/v1/renders/${data._id}`)).body;
      expect(record.status).to.be.oneOf(['completed', 'failed']);
      return record;
    }, DUE);
  };

  it('ends each of them, gives each failure an address, holds no more memory later, and leaves no engine', async () => {
    const memory: number[] = [];
    const unclear: string[] = [];
    let next = 0;
    const renderAll = async (): Promise<void> => {
      for (let round = next++; round < RENDERS; round = next++) {
        const { status, error = '' } = await render(round);
        const isClear = status === 'completed' || (round % 3 === 0 && error.startsWith('clips[0]'));
        if (!isClear) unclear.push(`${round}: ${status} ${error}`);
        memory.push(memoryOf(worker.pid));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, renderAll));
    expect(unclear).to.deep.equal([]);
    const medians = Array.from({ length: RENDERS / VALUES }, (_, index) =>
      median(memory.slice(index * VALUES, (index + 1) * VALUES)),
    );
    console.log(`      MB: ${medians.map((bytes) => Math.round(bytes / 1e6)).join(', ')}`);
    const [early = 0, late = 0] = medians.slice(-2);
    expect(late).to.be.below(early * MOST_GROWTH);
    await eventually(() => expect(countDescendants(worker.pid, 'engine: busy')).to.equal(0));
  });
});
