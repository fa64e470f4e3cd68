import type { AssetId, VideoId } from '../ids.js';
import type { ExistenceRefusal } from '../ownership.js';

export type AssetRefusal =
  | ExistenceRefusal<'Asset', { assetId: AssetId }>
  /** It was stored or refused before. */
  | { readonly _tag: 'AssetIsFinished'; readonly assetId: AssetId }
  /** Versions of these videos use it. */
  | { readonly _tag: 'AssetIsUsed'; readonly videos: ReadonlyArray<VideoId> };
