import { stat } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { contentKey, contentOfSource } from '../../application/assets/asset-content.js';
import type { AssetQueries } from '../../application/ports/assets.js';
import type { ObjectStorage } from '../../application/ports/object-storage.js';
import { assetOfSource } from '../../domain/asset/references.js';
import type { AssetId, OwnerId } from '../../domain/ids.js';
import type { AssetSource, FetchOptions } from '../../workers/render/ports/asset-source.js';
import { DownloadError, downloadFailure, TRY_AGAIN } from './download-error.js';
import { spend } from './receive-body.js';
import { sourcePath } from './source-path.js';

export interface StoredAssets {
  readonly assets: Pick<AssetQueries, 'byIds'>;
  readonly storage: Pick<ObjectStorage, 'get' | 'find'>;
}

interface StoredContent {
  readonly key: string;
  readonly sha256: string;
}

const unavailable = (): DownloadError =>
  new DownloadError('the storage of assets could not be read', TRY_AGAIN);

/** The key and hash of the content of an asset. @throws DownloadError if the owner has no such asset */
const contentOf = async (id: AssetId, owner: string, { assets }: StoredAssets): Promise<StoredContent> => {
  const found = await assets.byIds({ ownerId: owner as OwnerId }, [id])();
  if (E.isLeft(found)) throw unavailable();
  const [asset] = found.right;
  if (!asset) throw new DownloadError('there is no such asset');
  if (asset.deletedAt !== undefined) throw new DownloadError('the asset was deleted');
  if (asset.key === undefined || asset.sha256 === undefined)
    throw new DownloadError(`the asset is not ready: ${asset.reason ?? asset.status}`);
  return { key: asset.key, sha256: asset.sha256 };
};

const read = async (
  url: string,
  { key, sha256 }: StoredContent,
  { folder, budget }: FetchOptions,
  { storage }: StoredAssets,
) => {
  const found = await storage.find(key)();
  if (E.isLeft(found)) throw unavailable();
  if (O.isNone(found.right)) throw new DownloadError('the content of the asset is no longer stored');
  spend(found.right.value.bytes, { assetBytes: Infinity, budget }, 0);
  const path = sourcePath(folder, url);
  const got = await storage.get(key, path, sha256)();
  if (E.isLeft(got) || !got.right) throw unavailable();
  return { url, path, sha256, bytes: (await stat(path)).size };
};

/**
 * Sources that read assets of the owner from the object storage, and get all others from `others`. An asset of another
 * owner is reported as missing.
 */
export const withStoredAssets = (stored: StoredAssets, others: AssetSource): AssetSource => ({
  fetch: (url, options) => {
    const { owner } = options;
    const id = assetOfSource(url);
    const sha256 = contentOfSource(url);
    if (id === undefined && sha256 === undefined) return others.fetch(url, options);
    return TE.tryCatch(
      async () => {
        if (owner === undefined) throw new DownloadError('there is no such asset');
        const content =
          sha256 === undefined
            ? await contentOf(id as AssetId, owner, stored)
            : { key: contentKey(owner, sha256), sha256 };
        return read(url, content, options, stored);
      },
      (error) => downloadFailure(error),
    );
  },
});
