import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardedAgents } from '../../../infrastructure/net/guarded-agents.js';
import { CachedContent } from '../../../infrastructure/sources/asset-cache.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { assetDownloads } from '../../../infrastructure/sources/downloads.js';
import { startAssetServer } from '../../support/servers/asset-server.js';
import { assetSourceContract } from './asset-source-contract.js';

assetSourceContract('downloads', async () => {
  const server = await startAssetServer();
  const root = await mkdtemp(join(tmpdir(), 'asset-cache-'));
  const agents = guardedAgents({ allowedPrivateHosts: [server.host] });
  const limits = { assetBytes: 2 ** 20, retryDelaysMs: [1, 1, 1] };
  return {
    source: assetDownloads({ agents, cache: contentCache(CachedContent, root, 2 ** 26), limits }),
    offer: async (name, content) => {
      const { pathname } = new URL(server.url(`/..%2f..%2f${name}`));
      return server.serve(pathname, content);
    },
    missing: server.url('/absent-s3cret'),
    close: async () => {
      agents.destroy();
      await server.close();
      await rm(root, { recursive: true });
    },
  };
});
