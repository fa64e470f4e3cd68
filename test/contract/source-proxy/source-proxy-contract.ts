import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { SourceProxy } from '../../../application/ports/source-proxy.js';
import { type AssetServer, startAssetServer } from '../../support/servers/asset-server.js';
import { forSuite } from '../../support/for-suite.js';
import { rightOf } from '../../support/right-of.js';

/** What the editor expects of reading sources through the service. @param open a proxy that may read from the server */
export const sourceProxyContract = (
  name: string,
  open: (server: AssetServer) => { readonly proxy: SourceProxy; readonly close: () => void },
): void => {
  describe(`source proxy: ${name}`, () => {
    const server = forSuite(startAssetServer, ({ close }) => close());
    const tested = forSuite(
      async () => open(server),
      async ({ close }) => close(),
    );

    const { signal } = new AbortController();

    it('returns the whole content of a source', async () => {
      const url = server.serve('/whole.mp4', Buffer.from('0123456789'));
      const { isPart, bytes, body } = rightOf(await tested.proxy.open(url, undefined, signal)());
      expect([isPart, bytes, String(await buffer(body))]).to.deep.equal([false, 10, '0123456789']);
    });

    it('returns a part of a source, as its server sends it', async () => {
      const url = server.serve('/part.mp4', (request, response) => {
        expect(request.headers.range).to.equal('bytes=2-4');
        response.writeHead(206, { 'content-range': 'bytes 2-4/10', 'content-length': 3 }).end('234');
      });
      const part = rightOf(await tested.proxy.open(url, 'bytes=2-4', signal)());
      expect(part).to.include({ isPart: true, bytes: 3, contentRange: 'bytes 2-4/10' });
      expect(String(await buffer(part.body))).to.equal('234');
    });

    it('says why a source cannot be read', async () => {
      for (const url of [server.url('/missing.mp4'), 'file:///etc/passwd', 'http://10.0.0.1/x']) {
        const failed = await tested.proxy.open(url, undefined, signal)();
        expect(E.isLeft(failed) && failed.left._tag, url).to.equal('SourceNotRead');
      }
    });
  });
};
