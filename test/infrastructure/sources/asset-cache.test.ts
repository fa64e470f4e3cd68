import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { chmod, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadFixture, expectAsset, expectFailure, MiB } from '../../support/servers/asset-downloads.js';
import { fileHandler } from '../../support/servers/asset-server.js';

describe('downloaded sources: the cache', () => {
  const downloads = downloadFixture();

  describe('the same URL', () => {
    it('is fetched once for all clips of a render, concurrently or later, whatever its fragment', async () => {
      const content = randomBytes(50_000);
      const url = downloads.server.serve('/shared.png', content);
      const render = await downloads.startWorker().startRender();
      const results = await Promise.all([1, 2, 3, 4].map((n) => render.fetch(`${url}#clip-${n}`)));
      for (const result of [...results, await render.fetch(url)]) await expectAsset(result, content);
      expect(downloads.server.countOf('/shared.png')).to.equal(1);
      expect(render.budget.remainingBytes).to.equal(64 * MiB - content.length);
    });

    it('is kept between renders and workers and only revalidated, but still counts towards the limits', async () => {
      const content = randomBytes(50_000);
      const url = downloads.server.serve('/kept.png', content);
      await expectAsset(await downloads.fetchFresh(url), content);
      const render = await downloads.startWorker().startRender();
      await expectAsset(await render.fetch(url), content);
      expect(downloads.server.requests.at(-1)?.headers).to.have.property('if-none-match');
      expect(render.budget.remainingBytes).to.equal(64 * MiB - content.length);
      expectFailure(await downloads.fetchFresh(url, {}, content.length - 1), { retryable: false });
    });

    it('is never stale after its content has changed', async () => {
      const [old, fresh] = [Buffer.from('old content'), Buffer.from('new content')];
      await expectAsset(
        await downloads.fetchFresh(downloads.server.serve('/changing', fileHandler(old, '"1"'))),
        old,
      );
      await expectAsset(
        await downloads.fetchFresh(downloads.server.serve('/changing', fileHandler(fresh, '"2"'))),
        fresh,
      );
    });

    const responses: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
      'has a weak ETag': () => ({ etag: 'W/"1"' }),
      'was modified just now': () => ({ 'last-modified': new Date().toUTCString() }),
      'has no validator at all': () => ({}),
      'may not be stored': () => ({ etag: '"1"', 'cache-control': 'private, no-store' }),
    };
    for (const [what, headersNow] of Object.entries(responses)) {
      it(`is fetched again when it ${what}`, async () => {
        const headers = headersNow();
        const path = `/again-${what.replaceAll(' ', '-')}`;
        const url = downloads.server.serve(path, (request, response) => {
          const isConditional = 'if-none-match' in request.headers || 'if-modified-since' in request.headers;
          response.writeHead(isConditional ? 304 : 200, headers).end(isConditional ? '' : 'content');
        });
        await expectAsset(await downloads.fetchFresh(url), Buffer.from('content'));
        await expectAsset(await downloads.fetchFresh(url), Buffer.from('content'));
        expect(downloads.server.countOf(path)).to.equal(2);
        expect(downloads.server.requests.at(-1)?.headers).to.not.have.any.keys(
          'if-none-match',
          'if-modified-since',
        );
      });
    }

    it('is revalidated by its date if it has no ETag and is old enough', async () => {
      const lastModified = new Date(Date.now() - 3_600_000).toUTCString();
      const url = downloads.server.serve('/dated', (request, response) => {
        const isSame = request.headers['if-modified-since'] === lastModified;
        response.writeHead(isSame ? 304 : 200, { 'last-modified': lastModified }).end(isSame ? '' : 'dated');
      });
      await expectAsset(await downloads.fetchFresh(url), Buffer.from('dated'));
      await expectAsset(await downloads.fetchFresh(url), Buffer.from('dated'));
      expect(downloads.server.requests.at(-1)?.headers).to.have.property('if-modified-since', lastModified);
    });
  });

  describe('the cache', () => {
    const kept = async () => (await readdir(join(downloads.root, 'cache', 'content'))).length;

    it('stores equal content of several URLs once', async () => {
      const content = randomBytes(1000);
      for (const path of ['/one', '/two', '/three'])
        await downloads.fetchFresh(downloads.server.serve(path, content));
      expect(await kept()).to.equal(1);
    });

    it('evicts the least recently used content, even while a render uses it', async () => {
      const worker = downloads.startWorker({}, 5 * MiB);
      const urls = Array.from({ length: 8 }, (_, n) =>
        downloads.server.serve(`/lru-${n}`, Buffer.alloc(MiB, `${n}`)),
      );
      const fetchInNewRender = async (url: string) => (await worker.startRender()).fetch(url);
      const first = await fetchInNewRender(urls[0]!);
      for (const url of urls.slice(1, 5)) await fetchInNewRender(url);
      await fetchInNewRender(urls[1]!);
      for (const url of urls.slice(5)) await fetchInNewRender(url);
      expect(await kept()).to.be.within(4, 5);
      await expectAsset(first, Buffer.alloc(MiB, '0'));
      const before = { used: downloads.server.requests.length };
      await expectAsset(await fetchInNewRender(urls[0]!), Buffer.alloc(MiB, '0'));
      expect(downloads.server.requests[before.used]?.headers).to.not.have.property('if-none-match');
      await expectAsset(await fetchInNewRender(urls[1]!), Buffer.alloc(MiB, '1'));
      expect(downloads.server.requests.at(-1)?.headers).to.have.property('if-none-match');
    });

    it('does not cache content larger than itself', async () => {
      const worker = downloads.startWorker({}, MiB);
      await (
        await worker.startRender()
      ).fetch(downloads.server.serve('/too-large-to-keep', Buffer.alloc(2 * MiB)));
      expect(await readdir(downloads.root)).to.not.include('cache');
    });

    it('verifies its content before use, and fetches damaged or missing content again', async () => {
      const content = randomBytes(1000);
      const url = downloads.server.serve('/damaged', content);
      await downloads.fetchFresh(url);
      const [name] = await readdir(join(downloads.root, 'cache', 'content'));
      const path = join(downloads.root, 'cache', 'content', name!);
      await chmod(path, 0o600);
      await truncate(path, 500);
      await expectAsset(await downloads.fetchFresh(url), content);
      await rm(path, { force: true });
      await expectAsset(await downloads.fetchFresh(url), content);
    });

    it('serves many concurrent workers under eviction', async () => {
      const contents = Array.from({ length: 12 }, (_, n) => Buffer.alloc(200_000, `${n}`));
      const urls = contents.map((content, n) => downloads.server.serve(`/crowd-${n}`, content));
      const workers = [1, 2, 3, 4].map(() => downloads.startWorker({}, MiB));
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
});
