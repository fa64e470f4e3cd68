import { join } from 'node:path';
import { sharpRasterizer } from '../../../infrastructure/rendering/pictures/stills.js';
import { openFontLibrary } from '../../../infrastructure/rendering/text/fonts/fonts.js';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { CacheEntry } from '../../../workers/render/ports/piece-cache.js';
import { cachingRasterizer } from '../../../workers/render/run/pieces/raster-cache.js';
import { reuseFrom } from '../../../workers/render/run/pieces/reuse.js';
import { rasterizerContract } from './rasterizer-contract.js';

rasterizerContract('keeping what it paints', (root) => {
  const cache = contentCache(CacheEntry, join(root, 'kept'), 2 ** 20);
  const kept = reuseFrom({ cache, scope: 'a test', identity: 'the programs', folder: root, hashes: [] });
  return { rasterizer: cachingRasterizer(sharpRasterizer(openFontLibrary()), [], kept), close: kept.settled };
});
