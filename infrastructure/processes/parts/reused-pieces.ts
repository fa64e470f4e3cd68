import { join } from 'node:path';
import { KeptFile } from '../../../workers/render/ports/piece-cache.js';
import type { RenderDependencies } from '../../../workers/render/run/context.js';
import type { Reusing } from '../../../workers/render/run/pieces/reuse.js';
import type { PieceSharing } from '../../../workers/render/run/share/share-pieces.js';
import { natsPieceExchange } from '../../nats/piece-exchange.js';
import type { Config } from '../../platform/config.js';
import { rendererIdentity } from '../../rendering/renderer-identity.js';
import { contentCache } from '../../storage/content-cache.js';
import { openObjectStorage, type StorageConfig } from '../../storage/open-object-storage.js';
import { storedContent } from '../../storage/stored-content.js';

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

/** How workers share the pieces of renders, unless they don't. @param workRoot where files are made */
export const sharingFromConfig = async (
  config: StorageConfig & Pick<Config, 'sharePieces'>,
  nats: Parameters<typeof natsPieceExchange>[0],
  workRoot: string,
): Promise<{ readonly sharing?: PieceSharing }> => {
  const isStoreShared = config.objectStore?.type === 's3' || config.sharePieces === 'on';
  if (config.sharePieces === 'off' || !isStoreShared) return {};
  const pieces = storedContent(KeptFile, await openObjectStorage(config, 'pieces'), workRoot);
  return { sharing: { exchange: natsPieceExchange(nats), pieces } };
};
