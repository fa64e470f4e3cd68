import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localAddress, localAssets } from '../../../infrastructure/sources/local-assets.js';
import type { AssetSource } from '../../../workers/render/ports/asset-source.js';
import type { AssetSourceUnderTest } from './asset-source-contract.js';

/** Files of a project. @param within the source that passes on requests for them; by default, they are read directly */
export const localProject =
  (within: (others: AssetSource, folder: string) => AssetSource = (others) => others) =>
  async (): Promise<AssetSourceUnderTest> => {
    const folder = await mkdtemp(join(tmpdir(), 'project-'));
    return {
      source: within(localAssets(folder), folder),
      offer: async (name, content) => {
        await writeFile(join(folder, name), content);
        return localAddress(name);
      },
      missing: localAddress('absent-s3cret'),
      close: () => rm(folder, { recursive: true }),
    };
  };
