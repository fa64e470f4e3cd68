import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { localAssets } from '../../../infrastructure/sources/local-assets.js';
import { withStoredAssets } from '../../../infrastructure/sources/stored-assets.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { contentKey, contentSource } from '../../../application/assets/asset-content.js';
import { rightOf } from '../../support/right-of.js';
import { assetSourceContract } from './asset-source-contract.js';
import { localProject } from './local-project.js';

const assets = { byIds: () => TE.right([]) };

assetSourceContract(
  'other sources than assets',
  localProject((others, folder) => withStoredAssets({ assets, storage: localFiles(folder) }, others)),
);

assetSourceContract('stored contents', async () => {
  const project = await mkdtemp(join(tmpdir(), 'project-'));
  const storage = localFiles(join(project, 'objects'));
  const stored = withStoredAssets({ assets, storage }, localAssets(project));
  return {
    source: { fetch: (url, options) => stored.fetch(url, { ...options, owner: 'alice' }) },
    offer: async (_name, content) => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      await writeFile(join(project, sha256), content);
      rightOf(await storage.put(contentKey('alice', sha256), join(project, sha256))());
      return contentSource(sha256);
    },
    missing: contentSource('0'.repeat(64)),
    close: () => rm(project, { recursive: true }),
  };
});
