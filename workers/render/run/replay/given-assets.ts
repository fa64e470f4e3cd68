import { createHash } from 'node:crypto';
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FetchedAsset, AssetSource } from '../../ports/asset-source.js';

const pathIn = (folder: string, url: string): string =>
  join(folder, `source-${createHash('sha256').update(url).digest('hex').slice(0, 32)}`);

/** Sources that are already on the local disk, by their URL, and no others. */
export const givenAssets = (assets: ReadonlyMap<string, FetchedAsset>): AssetSource => ({
  fetch: (url, { folder }) =>
    TE.tryCatch(
      async () => {
        const asset = assets.get(url);
        if (!asset) throw new RangeError('unknown');
        const path = pathIn(folder, url);
        await link(asset.path, path);
        return { ...asset, path };
      },
      () => ({
        _tag: 'DownloadFailed',
        message: 'the recorded render did not use this source',
        retryable: false,
      }),
    ),
});
