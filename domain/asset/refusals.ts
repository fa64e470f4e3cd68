import type { AssetId, VideoId } from '../ids.js';
import type { ExistenceRefusal } from '../ownership.js';

export type AssetRefusal =
  | ExistenceRefusal<'Asset', { assetId: AssetId }>
  /** The asset is already stored or refused. */
  | { readonly _tag: 'AssetIsFinished'; readonly assetId: AssetId }
  /** Versions of these videos use the asset. */
  | { readonly _tag: 'AssetIsUsed'; readonly videos: ReadonlyArray<VideoId> };
