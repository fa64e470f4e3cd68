import { rendererIdentity } from '../../../infrastructure/rendering/renderer-identity.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { CacheEntry } from '../../../workers/render/ports/piece-cache.js';
import type { SharedCache } from '../../../workers/render/run/pieces/reuse.js';

/** What lets renders reuse what earlier ones kept in a folder, each owner its own. */
export const sharedCacheIn = (folder: string, bytes = 2 ** 30): SharedCache => ({
  cache: contentCache(CacheEntry, folder, bytes),
  identity: rendererIdentity,
  isShared: false,
});
