import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { got, type Got } from 'got';
import { expectIntactHistoriesAt } from '../support/event-store/chain-check.js';
import { eventually } from '../support/eventually.js';
import { renderOnce } from '../support/service/render-over-http.js';
import { dataFolder, publishedRun, startStandalone } from '../support/service/standalone.js';

interface Render {
  readonly _id: string;
  readonly status: string;
  readonly progress: number;
  readonly attempt: number;
  readonly outputUrl?: string;
}

const client = (baseUrl: string, key: string): Got =>
  got.extend({ prefixUrl: baseUrl, headers: { 'x-api-key': key }, retry: { limit: 0 } });

/** Long enough to be interrupted on any machine. */
const project = {
  metadata: { name: 'killed', duration: 20_000, fps: 30, canvas: { width: 1280, height: 720 } },
  clips: Array.from({ length: 6 }, (_, index) => ({
    type: 'text',
    timeFrame: { start: index * 500, end: 20_000 - index * 500 },
    position: { x: 40 * index, y: 100 * index, z: index },
    size: { width: 900, height: 100 },
    textProperties: {
      content: `layer ${index}`,
      fontSize: 60,
      color: '#FFFFFF',
      backgroundColor: '#33445588',
    },
  })),
};

describe('npm start, killed with -9 during a render', () => {
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const receiver = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.end();
    });
  });

  before(async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  after(() => receiver.close());

  it('completes the render and delivers its webhook after the next start', async function () {
    this.timeout(180_000);
    const folder = await dataFolder();
    const settings = { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' };
    try {
      const first = await startStandalone(folder.path, settings);
      const key = first.demoKey ?? '';
      const api = client(first.baseUrl, key);
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
      const endpoint = await api
        .post('v1/webhooks', { json: { url } })
        .json<{ data: { signingSecret: string } }>();
      const requested = await api.post('v1/renders', { json: project }).json<{ data: Render }>();
      const id = requested.data._id;
      expect(await renderOnce<Render>(api, id, 'processing')).to.include({ status: 'processing' });
      await first.end('SIGKILL');

      const second = await startStandalone(folder.path, settings);
      expect(second.demoKey, 'a demo key on the second start').to.equal(undefined);
      const done = await renderOnce<Render>(client(second.baseUrl, key), id, 'completed');
      expect(done.status, JSON.stringify(done)).to.equal('completed');
      expect(done.attempt).to.equal(2);
      const video = await got(done.outputUrl?.replace(/^http:\/\/[^/]+/, second.baseUrl) ?? '').buffer();
      expect(video.subarray(4, 8).toString('latin1')).to.equal('ftyp');

      const webhook = await eventually(() => {
        const [found] = received;
        if (!found) throw new Error('no webhook has arrived');
        return found;
      });
      expect(JSON.parse(webhook.body.toString('utf8'))).to.have.nested.property('data._id', id);
      expect(webhook.headers['x-signature']).to.equal(
        createHmac('sha256', endpoint.data.signingSecret).update(webhook.body).digest('hex'),
      );
      expect(webhook.headers['idempotency-key']).to.equal(`${id}:render.completed`);
      expect(received).to.have.length(1);
      await expectIntactHistoriesAt(publishedRun(folder.path).eventStoreUrl);
      expect(await second.end('SIGTERM')).to.equal(0);
    } finally {
      await folder.remove();
    }
  });
});
