import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../../application/digests.js';
import type { FetchedAsset } from '../../../workers/render/ports/asset-source.js';
import { localAssets } from '../../../workers/render/run/replay/recorded-sources.js';
import { assetSourceContract } from './asset-source-contract.js';

assetSourceContract('the recorded sources of a replay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
  const assets = new Map<string, FetchedAsset>();
  return {
    source: localAssets(assets),
    offer: async (name, content) => {
      const url = `https://media.example.org/${name}`;
      const path = join(folder, name);
      await writeFile(path, content);
      assets.set(url, { url, path, sha256: sha256(content), bytes: content.length });
      return url;
    },
    missing: 'https://media.example.org/absent',
    close: () => rm(folder, { recursive: true }),
  };
});
