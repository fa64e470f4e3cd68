import { expect } from 'chai';
import { got } from 'got';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allFiles } from '../hostile/corpus/all-files.js';
import { type Canaries, layCanaries } from '../hostile/corpus/canaries.js';
import { contentOf, type HostileCase } from '../hostile/corpus/hostile-case.js';
import { playlists } from '../hostile/corpus/playlists.js';
import { svgs } from '../hostile/corpus/svgs.js';
import { expectNoCanary } from '../hostile/outcomes.js';
import { startAssetServer } from '../support/servers/asset-server.js';
import { startCanaryServer } from '../support/servers/canary-server.js';
import { eventually } from '../support/eventually.js';
import { renderOnce } from '../support/service/render-over-http.js';
import { decodeFrames } from '../support/pictures/decoded-media.js';
import { sharedStandalone } from '../support/service/shared-standalone.js';
import { notedProcesses } from '../support/service/standalone.js';
import { LONG, sampled } from '../support/long-form.js';

interface Render {
  readonly _id: string;
  readonly status: string;
  readonly attempt: number;
  readonly outputUrl?: string;
  readonly error?: string;
}

const INWARDS = ['127.0.0.2', '[::1]', '0.0.0.0', '169.254.169.254', '0x7f.2', '[::ffff:127.0.0.3]'];

const CHOSEN = new Set('hls-absolute.mp4 ffconcat.mp4 svg-image-absolute.svg svg-use-loop.svg'.split(' '));

/** All files in the long form, otherwise a few that are cheap to make. */
const chosenFiles = async (canaries: Canaries): Promise<ReadonlyArray<HostileCase>> =>
  LONG
    ? allFiles(canaries)
    : [...playlists(canaries), ...svgs(canaries)].filter(({ name }) => CHOSEN.has(name));

describe('the whole service with hostile inputs', function () {
  this.timeout(1_800_000);

  it('fails or completes each render at the first attempt and keeps running', async () => {
    const root = await mkdtemp(join(tmpdir(), 'hostile-e2e-'));
    const [server, canary] = await Promise.all([startAssetServer(), startCanaryServer()]);
    const canaryFolder = join(root, 'canaries');
    await mkdir(canaryFolder);
    const canaries = await layCanaries(canaryFolder, canary.port);
    const service = await sharedStandalone();
    try {
      const api = got.extend({
        prefixUrl: service.baseUrl,
        headers: { 'x-api-key': await service.issueKey('hostile') },
        retry: { limit: 0 },
      });
      const files = await chosenFiles(canaries);
      const inwards = sampled(INWARDS, 3);
      const targets = [
        ...(await Promise.all(
          files.map(async (file) => ({
            type: file.clip,
            source: server.serve(`/${encodeURIComponent(file.name)}`, await contentOf(file)),
          })),
        )),
        ...inwards.map((host) => ({ type: 'video', source: `http://${host}:${canary.port}/x.mp4` })),
        ...inwards.map((host, n) => ({
          type: 'image',
          source: server.serve(`/inwards-${n}`, (_request, response) =>
            response.writeHead(302, { location: `http://${host}:${canary.port}/x.png` }).end(),
          ),
        })),
      ];
      const workers = () => [...notedProcesses(service.path)].filter(([name]) => name.includes('worker'));
      const before = workers();
      for (const target of targets) {
        const clip = { ...target, timeFrame: { start: 0, end: 500 }, size: { width: 160, height: 90 } };
        const metadata = { name: 'x', duration: 500, fps: 10, canvas: { width: 160, height: 90 } };
        const { data } = await api
          .post('v1/renders', { json: { metadata, clips: [clip] } })
          .json<{ data: Render }>();
        const render = await renderOnce<Render>(api, data._id, 'completed');
        expect(render.attempt, target.source).to.equal(1);
        if (render.status === 'failed') {
          expect(render.error).to.match(
            /^clips\[0\]: [^/\\\n]+ \(stage: (download|probe|decode)\b[^/\\\n]*\)$/,
          );
          continue;
        }
        expect(render.status).to.equal('completed');
        const path = render.outputUrl?.replace(/^https?:\/\/[^/]+\//, '') ?? '';
        const output = join(service.path, path);
        for (const frame of await decodeFrames(output)) expectNoCanary(frame);
      }
      expect(workers(), 'the workers').to.deep.equal(before);
      expect(canary.connections(), 'connections to the canary').to.equal(0);
      // Picture processes that wait for their render already have folders.
      const left = ['owner.json', 'pictures'];
      for (const worker of await readdir(join(service.path, 'work')))
        await eventually(async () =>
          expect((await readdir(join(service.path, 'work', worker))).sort()).to.deep.equal(left),
        );
    } finally {
      await Promise.all([server.close(), canary.close(), rm(root, { recursive: true })]);
    }
  });
});
