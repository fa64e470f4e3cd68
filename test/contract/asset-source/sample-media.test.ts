import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { SAMPLES, sampleMedia } from '../../../infrastructure/platform/shipped-samples.js';
import { localAddress, localAssets } from '../../../infrastructure/sources/local-assets.js';
import { withSampleMedia } from '../../../infrastructure/sources/sample-media.js';
import { rightOf } from '../../support/right-of.js';
import { assetSourceContract } from './asset-source-contract.js';

const SERVICE = 'http://127.0.0.1:8080';

assetSourceContract('other sources than the media of samples', async () => {
  const project = await mkdtemp(join(tmpdir(), 'project-'));
  return {
    source: withSampleMedia(SERVICE, localAssets(project)),
    offer: async (name, content) => {
      await writeFile(join(project, name), content);
      return localAddress(name);
    },
    missing: localAddress('absent-s3cret'),
    close: () => rm(project, { recursive: true }),
  };
});

describe('asset source: the media of samples', () => {
  it('are read from the package', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'render-'));
    const [name = ''] = sampleMedia();
    const source = withSampleMedia(SERVICE, localAssets(folder));
    const { signal } = new AbortController();
    const options = { folder, signal, budget: { remainingBytes: 2 ** 30 } };
    const asset = rightOf(await source.fetch(`${SERVICE}/samples/media/${name}`, options)());
    expect(await readFile(asset.path)).to.deep.equal(await readFile(join(SAMPLES, 'media', name)));
    await rm(folder, { recursive: true });
  });
});
