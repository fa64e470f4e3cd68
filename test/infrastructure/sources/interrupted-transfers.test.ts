import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import {
  cutOnce,
  downloadFixture,
  expectAsset,
  expectFailure,
  MiB,
} from '../../support/servers/asset-downloads.js';
import { fileHandler } from '../../support/servers/asset-server.js';

describe('downloaded sources', () => {
  const downloads = downloadFixture();

  describe('an interrupted transfer', () => {
    it('resumes where it was interrupted', async () => {
      // Far more than sockets buffer: when the last part is being sent, the first has been received and kept.
      const content = randomBytes(24_000_000);
      const url = downloads.server.serve('/resumed', cutOnce(content, 20_000_000, 2));
      const render = await downloads.startWorker({ assetBytes: 32 * MiB }).startRender(128 * MiB);
      await expectAsset(await render.fetch(url), content);
      const resumed = downloads.server.requests.filter(({ headers }) => headers['if-range'] !== undefined);
      expect(resumed.map(({ path }) => path)).to.include('/resumed');
    });

    it('starts over if the content has changed in the meantime', async () => {
      const [old, fresh] = [randomBytes(600_000), randomBytes(500_000)];
      const url = downloads.server.serve('/changed-meanwhile', (request, response, nth) =>
        (nth === 1 ? cutOnce(old, 400_000) : fileHandler(fresh))(request, response, nth),
      );
      await expectAsset(await downloads.fetchFresh(url), fresh);
    });

    it('starts over if the server returns another range, or an invalid one', async () => {
      const content = randomBytes(600_000);
      for (const status of [206, 416]) {
        const url = downloads.server.serve(`/bad-range-${status}`, (request, response, nth) => {
          if (nth !== 2) return cutOnce(content, 400_000)(request, response, nth);
          return response.writeHead(status, { 'content-range': 'bytes 7-9/600000' }).end('abc');
        });
        await expectAsset(await downloads.fetchFresh(url), content);
      }
    });

    it('starts over if nothing identifies the content', async () => {
      const content = randomBytes(600_000);
      const url = downloads.server.serve('/no-validator', (_request, response, nth) => {
        response.writeHead(200, { 'content-length': content.length });
        if (nth === 1) response.write(content.subarray(0, 300_000), () => response.destroy());
        else response.end(content);
      });
      await expectAsset(await downloads.fetchFresh(url), content);
      expect(downloads.server.requests.at(-1)?.headers).to.not.have.property('range');
    });

    it('fails after three further attempts, as retryable', async () => {
      const url = downloads.server.serve('/always-cut', cutOnce(randomBytes(600_000), 1000, 99));
      expectFailure(await downloads.fetchFresh(url), {
        retryable: true,
        host: `${downloads.server.host}:${downloads.server.port}`,
      });
      expect(downloads.server.countOf('/always-cut')).to.equal(4);
    });

    for (const status of [408, 429, 500, 502, 503, 504]) {
      it(`is retried on ${status}`, async () => {
        const url = downloads.server.serve(`/status-${status}`, (_request, response, nth) =>
          nth < 4 ? response.writeHead(status).end('wait') : response.end('content'),
        );
        await expectAsset(await downloads.fetchFresh(url), Buffer.from('content'));
      });
    }

    it('is retried if the source stalls, before the first byte or later', async () => {
      const content = randomBytes(200_000);
      const url = downloads.server.serve('/silent', (request, response, nth) => {
        if (nth === 1) return undefined;
        if (nth > 2) return fileHandler(content)(request, response, nth);
        response.writeHead(200, { 'content-length': content.length });
        return response.write(content.subarray(0, 1000));
      });
      await expectAsset(await downloads.fetchFresh(url, { silenceMs: 1000 }), content);
    });

    it('fails if it is slower than the minimum rate over a window, even if bytes trickle steadily', async () => {
      const url = downloads.server.serve('/dripping', (_request, response) => {
        response.writeHead(200, { 'content-length': '1000000' });
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      });
      const result = await downloads.fetchFresh(url, { minBytesPerSecond: 1000, rateWindowMs: 400 });
      const message = 'the source sent less than 1000 bytes a second for 0.4 s';
      expectFailure(result, {
        message,
        retryable: true,
        host: `${downloads.server.host}:${downloads.server.port}`,
      });
      expect(downloads.server.countOf('/dripping'), 'connections').to.equal(1);
    });

    it('is judged by its rate in every window, not by its initial speed', async () => {
      const url = downloads.server.serve('/tiring', (_request, response) => {
        response.writeHead(200, { 'content-length': '1000000' });
        response.write(Buffer.alloc(100_000));
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      });
      const result = await downloads.fetchFresh(url, { minBytesPerSecond: 1000, rateWindowMs: 400 });
      expectFailure(result, { message: 'the source sent less than 1000 bytes a second for 0.4 s' });
    });

    it('may be slow as long as it meets the minimum rate, or if it ends before it is judged', async () => {
      const content = randomBytes(80_000);
      const url = downloads.server.serve('/steady', (_request, response) => {
        response.writeHead(200, { 'content-length': content.length });
        let sent = 0;
        const drip = setInterval(() => {
          response.write(content.subarray(sent, (sent += 1000)));
          if (sent >= content.length) response.end();
        }, 20);
        response.on('close', () => clearInterval(drip));
      });
      await expectAsset(
        await downloads.fetchFresh(url, { minBytesPerSecond: 1000, rateWindowMs: 1500 }),
        content,
      );
      const tiny = downloads.server.serve('/tiny', 'x');
      const asked = { minBytesPerSecond: 1_000_000, rateWindowMs: 60_000 };
      await expectAsset(await downloads.fetchFresh(tiny, asked), Buffer.from('x'));
    });

    it('ends with its render', async () => {
      const controller = new AbortController();
      const url = downloads.server.serve('/cancelled', (_request, response) => {
        response.writeHead(200).write('x');
        controller.abort();
      });
      const render = await downloads.startWorker().startRender(MiB, controller.signal);
      expectFailure(await render.fetch(url), { message: 'the render was stopped' });
      expect(await readdir(render.folder)).to.deep.equal([]);
    });
  });
});
