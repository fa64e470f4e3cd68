import { rendererIdentity } from '../../../infrastructure/rendering/renderer-identity.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { KeptFile } from '../../../workers/render/ports/piece-cache.js';
import type { Reusing } from '../../../workers/render/run/pieces/reuse.js';

/** What lets renders reuse what earlier ones kept in a folder, each owner its own. */
export const reusingIn = (folder: string, bytes = 2 ** 30): Reusing => ({
  cache: contentCache(KeptFile, folder, bytes),
  identity: rendererIdentity,
  isShared: false,
});
