import { expect } from 'chai';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  downloadFixture,
  endlessly,
  expectAsset,
  expectFailure,
  MiB,
} from '../../support/servers/asset-downloads.js';

describe('downloaded sources', () => {
  const downloads = downloadFixture();

  describe('size', () => {
    const tooLarge = { message: `the source is larger than ${8 * MiB} bytes`, retryable: false };

    it('is refused immediately if it is announced as too large', async () => {
      const url = downloads.server.serve('/announced', (_request, response) => {
        response.writeHead(200, { 'content-length': String(9 * MiB) }).flushHeaders();
      });
      expectFailure(await downloads.fetchFresh(url), tooLarge);
    });

    it('is counted while streaming if it is not announced', async () => {
      expectFailure(await downloads.fetchFresh(downloads.server.serve('/endless', endlessly())), tooLarge);
    });

    it('is also limited for the whole render', async () => {
      const render = await downloads.startWorker().startRender(3 * MiB);
      const content = Buffer.alloc(2 * MiB);
      await expectAsset(await render.fetch(downloads.server.serve('/half', content)), content);
      const message = 'the sources of the render exceed their total size limit';
      expectFailure(await render.fetch(downloads.server.serve('/other-half', endlessly())), {
        message,
        retryable: false,
      });
    });

    it('is counted across interrupted transfers', async () => {
      const url = downloads.server.serve('/broken-and-large', (_request, response) => {
        response.writeHead(200).write(Buffer.alloc(900_000), () => response.destroy());
      });
      expectFailure(await downloads.fetchFresh(url, {}, 2_000_000), { retryable: false });
    });

    it('is invalid if it is shorter than Content-Length', async () => {
      const url = downloads.server.serve('/less', (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('short', () => response.destroy());
      });
      expectFailure(await downloads.fetchFresh(url), { retryable: true });
    });

    it('ends at Content-Length: what follows is not taken for content', async () => {
      const url = downloads.server.serve('/more', (request) => {
        request.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello and more');
      });
      expectFailure(await downloads.fetchFresh(url), {
        message: 'the server of the source does not respond in valid HTTP',
      });
    });
  });

  describe('compressed content', () => {
    const content = Buffer.from('all that is packed '.repeat(1000));
    for (const [encoding, packed] of Object.entries({
      gzip: gzipSync(content),
      'X-GZIP': gzipSync(content),
      deflate: deflateSync(content),
      br: brotliCompressSync(content),
      identity: content,
    })) {
      it(`is decompressed from ${encoding}, although it was not requested`, async () => {
        const url = downloads.server.serve(`/packed-${encoding}`, (_request, response) =>
          response.writeHead(200, { 'content-encoding': encoding }).end(packed),
        );
        await expectAsset(await downloads.fetchFresh(url), content);
        expect(downloads.server.requests.at(-1)?.headers).to.have.property('accept-encoding', 'identity');
      });
    }

    it('is limited when decompressed', async () => {
      for (const [encoding, bomb] of Object.entries({
        gzip: gzipSync(Buffer.alloc(16 * MiB)),
        br: brotliCompressSync(Buffer.alloc(16 * MiB)),
      })) {
        expect(bomb.length).to.be.below(100_000);
        const url = downloads.server.serve(`/bomb-${encoding}`, (_request, response) =>
          response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
        );
        expectFailure(await downloads.fetchFresh(url), {
          message: `the source is larger than ${8 * MiB} bytes`,
        });
      }
    });

    it('is also limited when compressed, because it can decompress to nothing', async () => {
      const emptyBlock = Buffer.from([0, 0, 0, 255, 255]);
      const url = downloads.server.serve('/nothing', (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('').subarray(0, 10));
        const blocks = Buffer.concat(Array.from({ length: 10_000 }, () => emptyBlock));
        const more = () => {
          while (!response.destroyed && response.write(blocks));
        };
        response.on('drain', more);
        more();
      });
      expectFailure(await downloads.fetchFresh(url), {
        message: `the source is larger than ${8 * MiB} bytes`,
      });
    });

    it('fails if it is damaged, or compressed in an unknown way or twice', async () => {
      for (const [encoding, body] of [
        ['gzip', 'not gzip at all'],
        ['br', 'not brotli at all'],
        ['zstd', 'whatever'],
        ['gzip, gzip', gzipSync(gzipSync('content'))],
      ] as const) {
        const url = downloads.server.serve(
          `/badly-packed-${encoding.replace(', ', '-')}`,
          (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body),
        );
        expectFailure(await downloads.fetchFresh(url), { retryable: false });
      }
    });
  });
});
