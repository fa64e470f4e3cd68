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

/** The share of the cache of frames that is decoded ahead after a preview. */
const AHEAD = 1 / 16;

/** Where decoded frames of previews are kept, unless that is turned off. */
export const keptFramesFromConfig = ({
  dataDir,
  frameCacheBytes,
}: Pick<Config, 'dataDir' | 'frameCacheBytes'>): Pick<RenderDependencies, 'keptFrames'> => {
  if (frameCacheBytes === 0) return {};
  const cache = contentCache(KeptFile, join(dataDir, 'cache', 'frames'), frameCacheBytes);
  return {
    keptFrames: { cache, identity: rendererIdentity, aheadBytes: frameCacheBytes * AHEAD },
  };
};
