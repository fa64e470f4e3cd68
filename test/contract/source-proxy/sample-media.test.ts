import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import { SAMPLES, sampleMedia } from '../../../infrastructure/platform/shipped-samples.js';
import { proxyWithSampleMedia } from '../../../infrastructure/sources/sample-media.js';
import { guardedSourceProxy } from '../../../infrastructure/sources/source-proxy.js';
import { rightOf } from '../../support/right-of.js';
import { sourceProxyContract } from './source-proxy-contract.js';

const SERVICE = 'http://127.0.0.1:8080';

sourceProxyContract('other sources than the media of samples', ({ host }) => {
  const agents = guardedAgents({ allowedPrivateHosts: [host] });
  return {
    proxy: proxyWithSampleMedia(SERVICE, guardedSourceProxy({ agents })),
    close: () => agents.destroy(),
  };
});

describe('source proxy: the media of samples', () => {
  it('are read from the package as a whole, although their address is private', async () => {
    const agents = guardedAgents({ allowedPrivateHosts: [] });
    const proxy = proxyWithSampleMedia(SERVICE, guardedSourceProxy({ agents }));
    const [name = ''] = sampleMedia();
    const { signal } = new AbortController();
    const { isPart, bytes, body } = rightOf(
      await proxy.open(`${SERVICE}/samples/media/${name}`, 'bytes=0-1', signal)(),
    );
    const file = await readFile(join(SAMPLES, 'media', name));
    expect([isPart, bytes]).to.deep.equal([false, file.length]);
    expect(await buffer(body)).to.deep.equal(file);
    agents.destroy();
  });
});
