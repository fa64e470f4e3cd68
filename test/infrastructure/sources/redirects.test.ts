import { expect } from 'chai';
import {
  downloadFixture,
  endlessly,
  expectAsset,
  expectFailure,
  redirect,
} from '../../support/servers/asset-downloads.js';

describe('downloaded sources', () => {
  const downloads = downloadFixture();

  describe('redirects', () => {
    const chain = (name: string, hops: number): string => {
      downloads.server.serve(`/${name}-0`, 'at last');
      for (let n = 1; n <= hops; n += 1)
        downloads.server.serve(
          `/${name}-${n}`,
          redirect(`/${name}-${n - 1}`, [301, 302, 303, 307, 308][n % 5]),
        );
      return downloads.server.url(`/${name}-${hops}`);
    };

    it('are followed five times but not six', async () => {
      await expectAsset(await downloads.fetchFresh(chain('five', 5)), Buffer.from('at last'));
      expectFailure(await downloads.fetchFresh(chain('six', 6)), { retryable: false });
    });

    it('fail if they form a loop', async () => {
      expectFailure(await downloads.fetchFresh(downloads.server.serve('/round', redirect('/round'))), {
        retryable: false,
      });
      expect(downloads.server.countOf('/round')).to.equal(6);
    });

    it('are not read, however long their bodies are', async () => {
      downloads.server.serve('/destination', 'content');
      let leave = (): void => undefined;
      const left = new Promise<void>((resolve) => (leave = resolve));
      const url = downloads.server.serve('/wordy', (_request, response, nth) => {
        response.on('close', leave);
        response.writeHead(302, { location: '/destination' });
        endlessly()(_request, Object.assign(response, { writeHead: () => response }), nth);
      });
      await expectAsset(await downloads.fetchFresh(url), Buffer.from('content'));
      await left;
    });

    const elsewhere = `
      file:///etc/passwd ftp://127.0.0.1/x data:text/plain,hello gopher://127.0.0.1/ http:// javascript:alert(1)
      http://unix:/var/run/docker.sock:/info unix:/var/run/docker.sock http://user:password@127.0.0.1/
      https://[::1 concat:/etc/passwd`;
    for (const location of elsewhere.trim().split(/\s+/)) {
      it(`are not followed to ${location}`, async () => {
        expectFailure(await downloads.fetchFresh(downloads.server.serve('/leaving', redirect(location))), {
          retryable: false,
        });
      });
    }

    for (const host of ['127.0.0.2', '[::1]', '[::ffff:127.0.0.2]', '0x7f.2', '0.0.0.0', '[::7f00:2]']) {
      it(`are not followed to ${host}, which is not a public address`, async () => {
        const url = downloads.server.serve('/inwards', redirect(`http://${host}:${downloads.canary.port}/`));
        expectFailure(await downloads.fetchFresh(url), {
          message: 'the source has no publicly routable address',
          retryable: false,
        });
        expect(downloads.canary.connections()).to.equal(0);
      });
    }
  });
});
