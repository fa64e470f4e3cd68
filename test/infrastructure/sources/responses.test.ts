import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { downloadFixture, expectAsset, expectFailure, MiB } from '../../support/servers/asset-downloads.js';
import { startAssetServer } from '../../support/servers/asset-server.js';

describe('downloaded sources', () => {
  const downloads = downloadFixture();

  it('stores the content in the folder of the render, readable only by this user, and no other file', async () => {
    const content = randomBytes(300_000);
    const render = await downloads.startWorker().startRender();
    const asset = await expectAsset(
      await render.fetch(downloads.server.serve('/plain.mp4', content)),
      content,
    );
    expect(asset.url).to.equal(downloads.server.url('/plain.mp4'));
    expect(await readdir(render.folder)).to.have.length(1);
    expect(asset.path.startsWith(render.folder)).to.equal(true);
    expect((await stat(asset.path)).mode & 0o777).to.equal(0o400);
    expect(render.budget.remainingBytes).to.equal(64 * MiB - content.length);
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
      expectFailure(await downloads.fetchFresh(url), { message: 'the source is not an http: or https: URL' });
    }
  });

  describe('an invalid response', () => {
    for (const status of [204, 206, 300, 304, 400, 401, 403, 404, 410, 416, 451, 501]) {
      it(`fails immediately on ${status}`, async () => {
        const url = downloads.server.serve(`/refusing-${status}`, (_request, response) =>
          response.writeHead(status).end(),
        );
        const host = `${downloads.server.host}:${downloads.server.port}`;
        expectFailure(await downloads.fetchFresh(`${url}?signature=s3cret`), {
          httpStatus: status,
          host,
          retryable: false,
        });
        expect(downloads.server.countOf(`/refusing-${status}`)).to.equal(1);
      });
    }

    it('fails with a message that contains neither path nor query', async () => {
      for (const path of ['/private/path-s3cret', '/private/path-s3cret-cut']) {
        if (path.endsWith('cut')) downloads.server.serve(path, (_request, response) => response.destroy());
        const result = await downloads.fetchFresh(`${downloads.server.url(path)}?signature=s3cret#s3cret`);
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
        const url = downloads.server.serve(
          `/${what.replaceAll(' ', '-')}`,
          (request) => void request.socket.end(head),
        );
        expectFailure(await downloads.fetchFresh(url), {
          message: 'the server of the source does not respond in valid HTTP',
        });
      });
    }
  });

  it('reports the same for a private address and for a name that does not exist', async () => {
    const results = [];
    for (const host of ['10.1.2.3', 'does-not-exist.invalid'])
      results.push(await downloads.fetchFresh(`http://${host}/x`));
    for (const result of results) {
      expectFailure(result, { message: 'the source has no publicly routable address', retryable: false });
    }
  });

  it('reports a refused connection as retryable', async () => {
    const gone = await startAssetServer();
    await gone.close();
    expectFailure(await downloads.fetchFresh(gone.url('/x')), { retryable: true });
  });
});
