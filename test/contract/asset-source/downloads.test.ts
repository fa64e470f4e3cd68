import { expect } from 'chai';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import type { Asset } from '../../../workers/render/ports/asset-source.js';
import type { RenderFailure } from '../../../domain/render/events.js';
import { type FailureCause, recordedFailure } from '../../../domain/render/failure-cause.js';
import { assetCache } from '../../../infrastructure/sources/asset-cache.js';
import { assetDownloads } from '../../../infrastructure/sources/downloads.js';
import type { DownloadLimits } from '../../../infrastructure/sources/retried-transfer.js';
import { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import { type AssetServer, fileHandler, type Handler, startAssetServer } from '../../support/asset-server.js';
import { type CanaryServer, startCanaryServer } from '../../support/canary-server.js';

const MiB = 1024 * 1024;

/** Sends endless bytes, as fast as they are taken. */
const endless =
  (headers: Record<string, string> = {}, chunk = Buffer.alloc(64 * 1024, 'x')): Handler =>
  (_request, response) => {
    response.writeHead(200, headers);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };

const redirect =
  (location: string, status = 302): Handler =>
  (_request, response) =>
    response.writeHead(status, { location }).end('elsewhere');

/** Sends the first part of a body and cuts the connection; answers later requests like a static file. */
const cutOnce =
  (bytes: Buffer, sent: number, times = 1): Handler =>
  (request, response, nth) => {
    if (nth > times) return fileHandler(bytes)(request, response, nth);
    response.writeHead(200, {
      etag: `"${bytes.length}-${bytes.subarray(0, 8).toString('hex')}"`,
      'content-length': bytes.length,
    });
    response.write(bytes.subarray(0, sent), () => response.destroy());
  };

describe('fetching clip sources', () => {
  let server: AssetServer;
  let canary: CanaryServer;
  let root: string;
  let renders = 0;
  before(async () => {
    [server, canary] = await Promise.all([startAssetServer(), startCanaryServer()]);
  });
  after(() => Promise.all([server.close(), canary.close()]));
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'asset-source-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  /** A worker's asset source; the workers of one test share the cache. */
  const startWorker = (limits: Partial<DownloadLimits> = {}, cacheBytes = 64 * MiB) => {
    const agents = guardedAgents({ allowedPrivateHosts: [server.host] });
    const source = assetDownloads({
      agents,
      cache: assetCache(join(root, 'cache'), cacheBytes),
      limits: { assetBytes: 8 * MiB, retryDelaysMs: [1, 1, 1], ...limits },
    });
    return {
      startRender: async (budgetBytes = 64 * MiB, signal = new AbortController().signal) => {
        const folder = join(root, `render-${(renders += 1)}`);
        await mkdir(folder, { mode: 0o700 });
        const options = { folder, signal, budget: { remainingBytes: budgetBytes } };
        return { ...options, fetch: (url: string) => source.fetch(url, options)() };
      },
    };
  };
  const fetchFresh = async (url: string, limits?: Partial<DownloadLimits>, budgetBytes?: number) =>
    (await startWorker(limits).startRender(budgetBytes)).fetch(url);

  const expectAsset = async (result: E.Either<FailureCause, Asset>, content: Buffer): Promise<Asset> => {
    if (E.isLeft(result)) throw new Error(`not fetched: ${JSON.stringify(result.left)}`);
    const asset = result.right;
    expect((await readFile(asset.path)).equals(content), 'the content').to.equal(true);
    expect(asset.bytes).to.equal(content.length);
    expect(asset.sha256).to.equal(createHash('sha256').update(content).digest('hex'));
    return asset;
  };
  const expectFailure = (result: E.Either<FailureCause, Asset>, expected: Partial<RenderFailure>): void => {
    expect(E.isLeft(result), 'fetched').to.equal(true);
    if (E.isLeft(result))
      expect(recordedFailure(result.left)).to.deep.include({ stage: 'download', ...expected });
  };

  it('puts the content into the render’s folder, readable only by this user, and leaves nothing else there', async () => {
    const content = randomBytes(300_000);
    const render = await startWorker().startRender();
    const asset = await expectAsset(await render.fetch(server.serve('/plain.mp4', content)), content);
    expect(asset.url).to.equal(server.url('/plain.mp4'));
    expect(await readdir(render.folder)).to.have.length(1);
    expect(asset.path.startsWith(render.folder)).to.equal(true);
    expect((await stat(asset.path)).mode & 0o777).to.equal(0o400);
    expect(render.budget.remainingBytes).to.equal(64 * MiB - content.length);
  });

  it('does not derive file names from the URL', async () => {
    const path = '/..%2f..%2fetc/passwd;rm -rf.mp4';
    const render = await startWorker().startRender();
    const url = server.serve(new URL(server.url(path)).pathname, 'content');
    const asset = await expectAsset(await render.fetch(`${url}?token=secret`), Buffer.from('content'));
    expect(asset.path.slice(render.folder.length)).to.match(/^\/source-[0-9a-f]{32}$/);
  });

  it('accepts empty content', async () => {
    await expectAsset(await fetchFresh(server.serve('/empty', Buffer.alloc(0))), Buffer.alloc(0));
  });

  describe('the same URL', () => {
    it('is fetched once for all clips of a render, concurrently or later, whatever its fragment', async () => {
      const content = randomBytes(50_000);
      const url = server.serve('/shared.png', content);
      const render = await startWorker().startRender();
      const results = await Promise.all([1, 2, 3, 4].map((n) => render.fetch(`${url}#clip-${n}`)));
      for (const result of [...results, await render.fetch(url)]) await expectAsset(result, content);
      expect(server.countOf('/shared.png')).to.equal(1);
      expect(render.budget.remainingBytes).to.equal(64 * MiB - content.length);
    });

    it('is kept between renders and workers and only revalidated, but still counts towards the limits', async () => {
      const content = randomBytes(50_000);
      const url = server.serve('/kept.png', content);
      await expectAsset(await fetchFresh(url), content);
      const render = await startWorker().startRender();
      await expectAsset(await render.fetch(url), content);
      expect(server.requests.at(-1)?.headers).to.have.property('if-none-match');
      expect(render.budget.remainingBytes).to.equal(64 * MiB - content.length);
      expectFailure(await fetchFresh(url, {}, content.length - 1), { retryable: false });
    });

    it('is never stale after its content has changed', async () => {
      const [old, fresh] = [Buffer.from('old content'), Buffer.from('new content')];
      await expectAsset(await fetchFresh(server.serve('/changing', fileHandler(old, '"1"'))), old);
      await expectAsset(await fetchFresh(server.serve('/changing', fileHandler(fresh, '"2"'))), fresh);
    });

    for (const [what, headers] of Object.entries({
      'has a weak ETag': { etag: 'W/"1"' },
      'was modified just now': { 'last-modified': new Date().toUTCString() },
      'has no validator at all': {},
      'may not be stored': { etag: '"1"', 'cache-control': 'private, no-store' },
    })) {
      it(`is fetched again when it ${what}`, async () => {
        const path = `/again-${what.replaceAll(' ', '-')}`;
        const url = server.serve(path, (request, response) => {
          const isConditional = 'if-none-match' in request.headers || 'if-modified-since' in request.headers;
          response.writeHead(isConditional ? 304 : 200, headers).end(isConditional ? '' : 'content');
        });
        await expectAsset(await fetchFresh(url), Buffer.from('content'));
        await expectAsset(await fetchFresh(url), Buffer.from('content'));
        expect(server.countOf(path)).to.equal(2);
        expect(server.requests.at(-1)?.headers).to.not.have.any.keys('if-none-match', 'if-modified-since');
      });
    }

    it('is revalidated by its date if it has no ETag and is old enough', async () => {
      const lastModified = new Date(Date.now() - 3_600_000).toUTCString();
      const url = server.serve('/dated', (request, response) => {
        const isSame = request.headers['if-modified-since'] === lastModified;
        response.writeHead(isSame ? 304 : 200, { 'last-modified': lastModified }).end(isSame ? '' : 'dated');
      });
      await expectAsset(await fetchFresh(url), Buffer.from('dated'));
      await expectAsset(await fetchFresh(url), Buffer.from('dated'));
      expect(server.requests.at(-1)?.headers).to.have.property('if-modified-since', lastModified);
    });
  });

  describe('the cache', () => {
    const kept = async () => (await readdir(join(root, 'cache', 'content'))).length;

    it('stores equal content of several URLs once', async () => {
      const content = randomBytes(1000);
      for (const path of ['/one', '/two', '/three']) await fetchFresh(server.serve(path, content));
      expect(await kept()).to.equal(1);
    });

    it('evicts the least recently used content, even while a render uses it', async () => {
      const worker = startWorker({}, 5 * MiB);
      const urls = Array.from({ length: 8 }, (_, n) => server.serve(`/lru-${n}`, Buffer.alloc(MiB, `${n}`)));
      const fetchInNewRender = async (url: string) => (await worker.startRender()).fetch(url);
      const first = await fetchInNewRender(urls[0]!);
      for (const url of urls.slice(1, 5)) await fetchInNewRender(url);
      await fetchInNewRender(urls[1]!);
      for (const url of urls.slice(5)) await fetchInNewRender(url);
      expect(await kept()).to.be.within(4, 5);
      await expectAsset(first, Buffer.alloc(MiB, '0'));
      const before = { used: server.requests.length };
      await expectAsset(await fetchInNewRender(urls[0]!), Buffer.alloc(MiB, '0'));
      expect(server.requests[before.used]?.headers).to.not.have.property('if-none-match');
      await expectAsset(await fetchInNewRender(urls[1]!), Buffer.alloc(MiB, '1'));
      expect(server.requests.at(-1)?.headers).to.have.property('if-none-match');
    });

    it('does not cache content larger than itself', async () => {
      const worker = startWorker({}, MiB);
      await (await worker.startRender()).fetch(server.serve('/too-large-to-keep', Buffer.alloc(2 * MiB)));
      expect(await readdir(root)).to.not.include('cache');
    });

    it('verifies its content before use, and fetches damaged or missing content again', async () => {
      const content = randomBytes(1000);
      const url = server.serve('/damaged', content);
      await fetchFresh(url);
      const [name] = await readdir(join(root, 'cache', 'content'));
      const path = join(root, 'cache', 'content', name!);
      await chmod(path, 0o600);
      await truncate(path, 500);
      await expectAsset(await fetchFresh(url), content);
      await rm(path, { force: true });
      await expectAsset(await fetchFresh(url), content);
    });

    it('serves many concurrent workers under eviction', async () => {
      const contents = Array.from({ length: 12 }, (_, n) => Buffer.alloc(200_000, `${n}`));
      const urls = contents.map((content, n) => server.serve(`/crowd-${n}`, content));
      const workers = [1, 2, 3, 4].map(() => startWorker({}, MiB));
      await Promise.all(
        workers.map(async (worker) => {
          for (const [n, url] of [...urls, ...urls].entries()) {
            const result = await (await worker.startRender()).fetch(url);
            await expectAsset(result, contents[n % contents.length]!);
          }
        }),
      );
    });
  });

  describe('an interrupted transfer', () => {
    it('resumes where it was interrupted', async () => {
      // Far more than sockets buffer: when the last part is being sent, the first has been received and kept.
      const content = randomBytes(24_000_000);
      const url = server.serve('/resumed', cutOnce(content, 20_000_000, 2));
      const render = await startWorker({ assetBytes: 32 * MiB }).startRender(128 * MiB);
      await expectAsset(await render.fetch(url), content);
      const resumed = server.requests.filter(({ headers }) => headers['if-range'] !== undefined);
      expect(resumed.map(({ path }) => path)).to.include('/resumed');
    });

    it('starts over if the content has changed in the meantime', async () => {
      const [old, fresh] = [randomBytes(600_000), randomBytes(500_000)];
      const url = server.serve('/changed-meanwhile', (request, response, nth) =>
        (nth === 1 ? cutOnce(old, 400_000) : fileHandler(fresh))(request, response, nth),
      );
      await expectAsset(await fetchFresh(url), fresh);
    });

    it('starts over if the server returns another range, or an invalid one', async () => {
      const content = randomBytes(600_000);
      for (const status of [206, 416]) {
        const url = server.serve(`/bad-range-${status}`, (request, response, nth) => {
          if (nth !== 2) return cutOnce(content, 400_000)(request, response, nth);
          return response.writeHead(status, { 'content-range': 'bytes 7-9/600000' }).end('abc');
        });
        await expectAsset(await fetchFresh(url), content);
      }
    });

    it('starts over if nothing identifies the content', async () => {
      const content = randomBytes(600_000);
      const url = server.serve('/no-validator', (_request, response, nth) => {
        response.writeHead(200, { 'content-length': content.length });
        if (nth === 1) response.write(content.subarray(0, 300_000), () => response.destroy());
        else response.end(content);
      });
      await expectAsset(await fetchFresh(url), content);
      expect(server.requests.at(-1)?.headers).to.not.have.property('range');
    });

    it('fails after three further attempts, as retryable', async () => {
      const url = server.serve('/always-cut', cutOnce(randomBytes(600_000), 1000, 99));
      expectFailure(await fetchFresh(url), { retryable: true, host: `${server.host}:${server.port}` });
      expect(server.countOf('/always-cut')).to.equal(4);
    });

    for (const status of [408, 429, 500, 502, 503, 504]) {
      it(`is retried on ${status}`, async () => {
        const url = server.serve(`/status-${status}`, (_request, response, nth) =>
          nth < 4 ? response.writeHead(status).end('wait') : response.end('content'),
        );
        await expectAsset(await fetchFresh(url), Buffer.from('content'));
      });
    }

    it('is retried if the source stalls, before the first byte or later', async () => {
      const content = randomBytes(200_000);
      const url = server.serve('/silent', (request, response, nth) => {
        if (nth === 1) return undefined;
        if (nth > 2) return fileHandler(content)(request, response, nth);
        response.writeHead(200, { 'content-length': content.length });
        return response.write(content.subarray(0, 1000));
      });
      await expectAsset(await fetchFresh(url, { silenceMs: 300 }), content);
    });

    it('fails if it is slower than the minimum rate over a window, even if bytes trickle steadily', async () => {
      const url = server.serve('/dripping', (_request, response) => {
        response.writeHead(200, { 'content-length': '1000000' });
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      });
      const result = await fetchFresh(url, { minBytesPerSecond: 1000, rateWindowMs: 400 });
      const message = 'the source sent less than 1000 bytes a second for 0.4 s';
      expectFailure(result, { message, retryable: true, host: `${server.host}:${server.port}` });
      expect(server.countOf('/dripping'), 'connections').to.equal(1);
    });

    it('is judged by its rate in every window, not by its initial speed', async () => {
      const url = server.serve('/tiring', (_request, response) => {
        response.writeHead(200, { 'content-length': '1000000' });
        response.write(Buffer.alloc(100_000));
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      });
      const result = await fetchFresh(url, { minBytesPerSecond: 1000, rateWindowMs: 400 });
      expectFailure(result, { message: 'the source sent less than 1000 bytes a second for 0.4 s' });
    });

    it('may be slow as long as it meets the minimum rate, or if it ends before it is judged', async () => {
      const content = randomBytes(40_000);
      const url = server.serve('/steady', (_request, response) => {
        response.writeHead(200, { 'content-length': content.length });
        let sent = 0;
        const drip = setInterval(() => {
          response.write(content.subarray(sent, (sent += 1000)));
          if (sent >= content.length) response.end();
        }, 20);
        response.on('close', () => clearInterval(drip));
      });
      await expectAsset(await fetchFresh(url, { minBytesPerSecond: 1000, rateWindowMs: 400 }), content);
      const tiny = server.serve('/tiny', 'x');
      const asked = { minBytesPerSecond: 1_000_000, rateWindowMs: 60_000 };
      await expectAsset(await fetchFresh(tiny, asked), Buffer.from('x'));
    });

    it('ends with its render', async () => {
      const controller = new AbortController();
      const url = server.serve('/cancelled', (_request, response) => {
        response.writeHead(200).write('x');
        controller.abort();
      });
      const render = await startWorker().startRender(MiB, controller.signal);
      expectFailure(await render.fetch(url), { message: 'the render was stopped' });
      expect(await readdir(render.folder)).to.deep.equal([]);
    });
  });

  describe('an invalid response', () => {
    for (const status of [204, 206, 300, 304, 400, 401, 403, 404, 410, 416, 451, 501]) {
      it(`fails at once on ${status}`, async () => {
        const url = server.serve(`/refusing-${status}`, (_request, response) =>
          response.writeHead(status).end(),
        );
        const host = `${server.host}:${server.port}`;
        expectFailure(await fetchFresh(`${url}?signature=s3cret`), {
          httpStatus: status,
          host,
          retryable: false,
        });
        expect(server.countOf(`/refusing-${status}`)).to.equal(1);
      });
    }

    it('fails with a message that contains neither path nor query', async () => {
      for (const path of ['/private/path-s3cret', '/private/path-s3cret-cut']) {
        if (path.endsWith('cut')) server.serve(path, (_request, response) => response.destroy());
        const result = await fetchFresh(`${server.url(path)}?signature=s3cret#s3cret`);
        expectFailure(result, {});
        expect(JSON.stringify(result)).to.not.match(/s3cret|private|cut/);
      }
    });

    for (const [what, head] of Object.entries({
      'no HTTP': 'SSH-2.0-OpenSSH_9.2\r\n\r\n',
      'an endless header': `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}`,
      'two lengths': 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!',
    })) {
      it(`fails on ${what}`, async () => {
        const url = server.serve(`/${what.replaceAll(' ', '-')}`, (request) => void request.socket.end(head));
        expectFailure(await fetchFresh(url), { message: 'the source does not answer in valid HTTP' });
      });
    }
  });

  describe('size', () => {
    const tooLarge = { message: `the source is larger than ${8 * MiB} bytes`, retryable: false };

    it('is refused immediately if it is announced as too large', async () => {
      const url = server.serve('/announced', (_request, response) => {
        response.writeHead(200, { 'content-length': String(9 * MiB) }).flushHeaders();
      });
      expectFailure(await fetchFresh(url), tooLarge);
    });

    it('is counted while streaming if it is not announced', async () => {
      expectFailure(await fetchFresh(server.serve('/endless', endless())), tooLarge);
    });

    it('is also limited for the whole render', async () => {
      const render = await startWorker().startRender(3 * MiB);
      const content = Buffer.alloc(2 * MiB);
      await expectAsset(await render.fetch(server.serve('/half', content)), content);
      const message = 'the sources of the render are larger together than they may be';
      expectFailure(await render.fetch(server.serve('/other-half', endless())), {
        message,
        retryable: false,
      });
    });

    it('is counted across interrupted transfers', async () => {
      const url = server.serve('/broken-and-large', (_request, response) => {
        response.writeHead(200).write(Buffer.alloc(900_000), () => response.destroy());
      });
      expectFailure(await fetchFresh(url, {}, 2_000_000), { retryable: false });
    });

    it('is invalid if it is shorter than Content-Length', async () => {
      const url = server.serve('/less', (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('short', () => response.destroy());
      });
      expectFailure(await fetchFresh(url), { retryable: true });
    });

    it('ends at Content-Length: what follows is not taken for content', async () => {
      const url = server.serve('/more', (request) => {
        request.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello and more');
      });
      expectFailure(await fetchFresh(url), { message: 'the source does not answer in valid HTTP' });
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
        const url = server.serve(`/packed-${encoding}`, (_request, response) =>
          response.writeHead(200, { 'content-encoding': encoding }).end(packed),
        );
        await expectAsset(await fetchFresh(url), content);
        expect(server.requests.at(-1)?.headers).to.have.property('accept-encoding', 'identity');
      });
    }

    it('is limited when decompressed', async () => {
      for (const [encoding, bomb] of Object.entries({
        gzip: gzipSync(Buffer.alloc(16 * MiB)),
        br: brotliCompressSync(Buffer.alloc(16 * MiB)),
      })) {
        expect(bomb.length).to.be.below(100_000);
        const url = server.serve(`/bomb-${encoding}`, (_request, response) =>
          response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
        );
        expectFailure(await fetchFresh(url), { message: `the source is larger than ${8 * MiB} bytes` });
      }
    });

    it('is also limited when compressed, because it can decompress to nothing', async () => {
      const emptyBlock = Buffer.from([0, 0, 0, 255, 255]);
      const url = server.serve('/nothing', (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('').subarray(0, 10));
        const blocks = Buffer.concat(Array.from({ length: 10_000 }, () => emptyBlock));
        const more = () => {
          while (!response.destroyed && response.write(blocks));
        };
        response.on('drain', more);
        more();
      });
      expectFailure(await fetchFresh(url), { message: `the source is larger than ${8 * MiB} bytes` });
    });

    it('fails if it is damaged, or compressed in an unknown way or twice', async () => {
      for (const [encoding, body] of [
        ['gzip', 'not gzip at all'],
        ['br', 'not brotli at all'],
        ['zstd', 'whatever'],
        ['gzip, gzip', gzipSync(gzipSync('content'))],
      ] as const) {
        const url = server.serve(`/badly-packed-${encoding.replace(', ', '-')}`, (_request, response) =>
          response.writeHead(200, { 'content-encoding': encoding }).end(body),
        );
        expectFailure(await fetchFresh(url), { retryable: false });
      }
    });
  });

  describe('redirects', () => {
    const chain = (name: string, hops: number): string => {
      server.serve(`/${name}-0`, 'at last');
      for (let n = 1; n <= hops; n += 1)
        server.serve(`/${name}-${n}`, redirect(`/${name}-${n - 1}`, [301, 302, 303, 307, 308][n % 5]));
      return server.url(`/${name}-${hops}`);
    };

    it('are followed five times but not six', async () => {
      await expectAsset(await fetchFresh(chain('five', 5)), Buffer.from('at last'));
      expectFailure(await fetchFresh(chain('six', 6)), { retryable: false });
    });

    it('fail if they form a loop', async () => {
      expectFailure(await fetchFresh(server.serve('/round', redirect('/round'))), { retryable: false });
      expect(server.countOf('/round')).to.equal(6);
    });

    it('are not read, however long their bodies are', async () => {
      server.serve('/destination', 'content');
      let leave = (): void => undefined;
      const left = new Promise<void>((resolve) => (leave = resolve));
      const url = server.serve('/wordy', (_request, response, nth) => {
        response.on('close', leave);
        response.writeHead(302, { location: '/destination' });
        endless()(_request, Object.assign(response, { writeHead: () => response }), nth);
      });
      await expectAsset(await fetchFresh(url), Buffer.from('content'));
      await left;
    });

    const elsewhere = `
      file:///etc/passwd ftp://127.0.0.1/x data:text/plain,hello gopher://127.0.0.1/ http:// javascript:alert(1)
      http://unix:/var/run/docker.sock:/info unix:/var/run/docker.sock http://user:password@127.0.0.1/
      https://[::1 concat:/etc/passwd`;
    for (const location of elsewhere.trim().split(/\s+/)) {
      it(`are not followed to ${location}`, async () => {
        expectFailure(await fetchFresh(server.serve('/leaving', redirect(location))), { retryable: false });
      });
    }

    for (const host of ['127.0.0.2', '[::1]', '[::ffff:127.0.0.2]', '0x7f.2', '0.0.0.0', '[::7f00:2]']) {
      it(`are not followed to ${host}, which is not a public address`, async () => {
        const url = server.serve('/inwards', redirect(`http://${host}:${canary.port}/`));
        expectFailure(await fetchFresh(url), {
          message: 'the source has no publicly routable address',
          retryable: false,
        });
        expect(canary.connections()).to.equal(0);
      });
    }
  });

  it('fetches only http and https', async () => {
    for (const url of [
      'file:///etc/passwd',
      'ftp://host/x',
      'data:,x',
      '/etc/passwd',
      '',
      'concat:a|b',
      'HTTP:',
    ]) {
      expectFailure(await fetchFresh(url), { message: 'the source is not an http: or https: URL' });
    }
  });

  it('reports the same for a private address and for a name that does not exist', async () => {
    const results = [];
    for (const host of ['10.1.2.3', 'does-not-exist.invalid'])
      results.push(await fetchFresh(`http://${host}/x`));
    for (const result of results) {
      expectFailure(result, { message: 'the source has no publicly routable address', retryable: false });
    }
  });

  it('reports a refused connection as retryable', async () => {
    const gone = await startAssetServer();
    await gone.close();
    expectFailure(await fetchFresh(gone.url('/x')), { retryable: true });
  });
});
