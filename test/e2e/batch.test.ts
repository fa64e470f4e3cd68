import { expect } from 'chai';
import sharp from 'sharp';
import { type AssetServer, startAssetServer } from '../support/servers/asset-server.js';
import { eventually } from '../support/eventually.js';
import { type Api, apiClient } from '../support/service/http-client.js';
import { type SharedStandalone, sharedStandalone } from '../support/service/shared-standalone.js';
import { LONG } from '../support/long-form.js';

const ROWS = LONG ? 1000 : 8;
const FPS = 10;
/** The text of a row shows in the first of two still pieces of 20 s; the second is the same for all rows. */
const SECONDS = 40;

describe('npm start, with a batch', function () {
  this.timeout(LONG ? 1_800_000 : 180_000);
  let sources: AssetServer;
  let running: SharedStandalone;

  const clientOf = async (owner: string): Promise<Api> =>
    apiClient(running.baseUrl, await running.issueKey(owner));

  before(async () => {
    sources = await startAssetServer();
    running = await sharedStandalone();
  });
  after(() => sources.close());

  it('fetches and encodes once what its rows share, and does not hold up the render of another owner', async () => {
    const [crowd, other] = [await clientOf('batch-crowd'), await clientOf('batch-other')];
    const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const source = sources.serve('/picture.png', picture);
    const metadata = { name: 'rows', duration: SECONDS * 1000, fps: FPS, canvas: { width: 64, height: 36 } };
    const size = metadata.canvas;
    const clips = [
      { type: 'image', source, size, timeFrame: { start: 0, end: SECONDS * 1000 } },
      {
        type: 'text',
        timeFrame: { start: 0, end: 1000 },
        size,
        textProperties: { content: 'No. {{number}}', fontSize: 12 },
      },
    ];
    const video = (await crowd('POST', '/v1/videos', { body: { metadata, clips } })).body.data;
    const rows = Array.from({ length: ROWS }, (_, row) => ({ number: row + 1 }));
    const { _id } = (await crowd('POST', `/v1/renders/${video._id}/batch`, { body: { rows } })).body.data;
    const batch = async () => (await crowd('GET', `/v1/batches/${_id}`)).body.data;
    await eventually(async () => expect((await batch()).counts.completed).to.be.at.least(1), 120_000);

    const { _id: single } = (await other('POST', '/v1/renders', { body: { metadata, clips: [] } })).body.data;
    const { finishedAt } = await eventually(async () => {
      const { data } = (await other('GET', `/v1/renders/${single}`)).body;
      expect(data.status).to.equal('completed');
      return data;
    }, 120_000);
    const done = await eventually(
      async () => {
        const now = await batch();
        expect(now.status, JSON.stringify(now.counts)).to.equal('completed');
        return now;
      },
      LONG ? 1_500_000 : 120_000,
    );
    expect(Date.parse(finishedAt), 'the other render').to.be.below(Date.parse(done.finishedAt));
    expect(done.counts).to.include({ completed: ROWS, failed: 0 });
    const frames = SECONDS * FPS;
    expect(done).to.include({ frames: ROWS * frames, reusedFrames: ((ROWS - 1) * frames) / 2 });
    const downloads = sources.requests.filter(
      ({ path, headers }) => path === '/picture.png' && headers['if-none-match'] === undefined,
    );
    expect(downloads).to.have.length(1);
  });
});
