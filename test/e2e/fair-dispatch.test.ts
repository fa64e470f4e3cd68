import { expect } from 'chai';
import { type AssetServer, startAssetServer } from '../support/servers/asset-server.js';
import { eventually } from '../support/eventually.js';
import { type Api, apiClient } from '../support/service/http-client.js';
import { sharedStandalone } from '../support/service/shared-standalone.js';
import { itIfLong } from '../support/long-form.js';

/** More than an owner may have in progress at once, so that some must wait. */
const RENDERS = 100;

interface Shown {
  readonly status: string;
  readonly error?: string;
}

const isOver = ({ status }: Shown): boolean => status !== 'pending' && status !== 'processing';

describe('npm start, with many renders of one owner whose sources send almost nothing', function () {
  this.timeout(900_000);
  let sources: AssetServer;
  let crowd: Api;
  let other: Api;

  before(async () => {
    sources = await startAssetServer();
    const { baseUrl, issueKey } = await sharedStandalone();
    crowd = apiClient(baseUrl, await issueKey('stuck-crowd'));
    other = apiClient(baseUrl, await issueKey('stuck-other'));
  });
  after(() => sources.close());

  const video = (clips: ReadonlyArray<object>) => ({
    metadata: { name: 'fair', duration: 200, fps: 10, canvas: { width: 64, height: 64 } },
    clips,
  });
  const request = async (api: Api, clips: ReadonlyArray<object>): Promise<string> =>
    (await api('POST', '/v1/renders', { body: video(clips) })).body.data._id as string;
  const shown = async (api: Api, id: string): Promise<Shown> =>
    (await api('GET', `/v1/renders/${id}`)).body.data as Shown;

  itIfLong(
    `completes a render of another owner while ${RENDERS} renders of the first are stuck`,
    async () => {
      const stuck: string[] = [];
      for (let n = 0; n < RENDERS; n += 1) {
        const source = sources.serve(`/dribble-${n}.mp4`, (_request, response) => {
          response.writeHead(200, { 'content-length': '1000000' });
          response.write('x');
          const drip = setInterval(() => response.write('x'), 10_000);
          response.on('close', () => clearInterval(drip));
        });
        stuck.push(await request(crowd, [{ type: 'video', source, timeFrame: { start: 0, end: 200 } }]));
      }
      await eventually(() => expect(sources.requests).to.not.have.length(0));

      const begun = performance.now();
      const trivial = await request(other, []);
      const done = await eventually(async () => {
        const render = await shown(other, trivial);
        expect(isOver(render), render.status).to.equal(true);
        return render;
      }, 120_000);
      expect(done.status, done.error).to.equal('completed');
      const left = (await Promise.all(stuck.map((id) => shown(crowd, id)))).filter(
        (render) => !isOver(render),
      );
      console.log(
        `      completed after ${((performance.now() - begun) / 1000).toFixed(1)} s, with ${left.length} unfinished renders of the first owner`,
      );
      expect(left.length).to.be.above(0);

      // The worker is free for the tests of other files.
      for (const id of stuck) await crowd('POST', `/v1/renders/${id}/cancel`);
      for (const id of stuck)
        await eventually(async () => expect(isOver(await shown(crowd, id))).to.equal(true));
    },
  );
});
