import { join } from 'node:path';
import { CacheEntry } from '../../../workers/render/ports/piece-cache.js';
import type { RenderDependencies } from '../../../workers/render/run/context.js';
import type { SharedCache } from '../../../workers/render/run/pieces/reuse.js';
import type { Config } from '../../platform/config.js';
import { rendererIdentity } from '../../rendering/renderer-identity.js';
import { contentCache } from '../../storage/content-cache.js';

/** The cache from which renders reuse pieces of earlier ones, unless it is turned off. */
export const sharedCacheFromConfig = ({
  dataDir,
  pieceCacheBytes,
  pieceCacheShared,
}: Pick<Config, 'dataDir' | 'pieceCacheBytes' | 'pieceCacheShared'>): {
  readonly sharedCache?: SharedCache;
} => {
  if (pieceCacheBytes === 0) return {};
  const cache = contentCache(CacheEntry, join(dataDir, 'cache', 'pieces'), pieceCacheBytes);
  return { sharedCache: { cache, identity: rendererIdentity, isShared: pieceCacheShared } };
};

/** The cache of pictures that previews painted, unless it is turned off. */
export const pictureCacheFromConfig = ({
  dataDir,
  frameCacheBytes,
}: Pick<Config, 'dataDir' | 'frameCacheBytes'>): Pick<RenderDependencies, 'pictureCache'> => {
  if (frameCacheBytes === 0) return {};
  const cache = contentCache(CacheEntry, join(dataDir, 'cache', 'frames'), frameCacheBytes);
  return {
    pictureCache: { cache, identity: rendererIdentity },
  };
};
