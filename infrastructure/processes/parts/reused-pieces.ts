import { join } from 'node:path';
import { KeptFile } from '../../../workers/render/ports/piece-cache.js';
import type { RenderDependencies } from '../../../workers/render/run/context.js';
import type { Reusing } from '../../../workers/render/run/pieces/reuse.js';
import type { Config } from '../../platform/config.js';
import { rendererIdentity } from '../../rendering/renderer-identity.js';
import { contentCache } from '../../storage/content-cache.js';

/** What renders use of earlier ones, unless the cache is turned off. */
export const reusingFromConfig = ({
  dataDir,
  pieceCacheBytes,
  pieceCacheShared,
}: Pick<Config, 'dataDir' | 'pieceCacheBytes' | 'pieceCacheShared'>): { readonly reusing?: Reusing } => {
  if (pieceCacheBytes === 0) return {};
  const cache = contentCache(KeptFile, join(dataDir, 'cache', 'pieces'), pieceCacheBytes);
  return { reusing: { cache, identity: rendererIdentity, isShared: pieceCacheShared } };
};

/** Where pictures that previews painted are kept, unless that is turned off. */
export const keptPicturesFromConfig = ({
  dataDir,
  frameCacheBytes,
}: Pick<Config, 'dataDir' | 'frameCacheBytes'>): Pick<RenderDependencies, 'keptPictures'> => {
  if (frameCacheBytes === 0) return {};
  const cache = contentCache(KeptFile, join(dataDir, 'cache', 'frames'), frameCacheBytes);
  return {
    keptPictures: { cache, identity: rendererIdentity },
  };
};
