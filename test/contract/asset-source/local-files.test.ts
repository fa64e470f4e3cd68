import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localAddress, localAssets } from '../../../infrastructure/sources/local-assets.js';
import { assetSourceContract } from './asset-source-contract.js';

assetSourceContract('local files', async () => {
  const project = await mkdtemp(join(tmpdir(), 'project-'));
  return {
    source: localAssets(project),
    offer: async (name, content) => {
      await writeFile(join(project, name), content);
      return localAddress(name);
    },
    missing: localAddress('absent-s3cret'),
    close: () => rm(project, { recursive: true }),
  };
});
