import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { SAMPLES, sampleMedia } from '../../../infrastructure/platform/shipped-samples.js';
import { localAssets } from '../../../infrastructure/sources/local-assets.js';
import { withSampleMedia } from '../../../infrastructure/sources/sample-media.js';
import { folderForSuite } from '../../support/for-suite.js';
import { rightOf } from '../../support/right-of.js';
import { assetSourceContract } from './asset-source-contract.js';
import { localProject } from './local-project.js';

const SERVICE = 'http://127.0.0.1:8080';

assetSourceContract(
  'other sources than the media of samples',
  localProject((others) => withSampleMedia(SERVICE, others)),
);

describe('asset source: the media of samples', () => {
  const folder = folderForSuite();

  it('are read from the package', async () => {
    const [name = ''] = sampleMedia();
    const source = withSampleMedia(SERVICE, localAssets(folder));
    const { signal } = new AbortController();
    const options = { folder, signal, budget: { remainingBytes: 2 ** 30 } };
    const asset = rightOf(await source.fetch(`${SERVICE}/samples/media/${name}`, options)());
    expect(await readFile(asset.path)).to.deep.equal(await readFile(join(SAMPLES, 'media', name)));
  });
});
