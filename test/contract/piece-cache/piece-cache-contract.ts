import { expect } from 'chai';
import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CacheEntry, PieceCache } from '../../../workers/render/ports/piece-cache.js';
import { folderForSuite } from '../../support/for-suite.js';

/** An empty cache. */
export interface PieceCacheUnderTest {
  /** The cache as another worker sees it. */
  readonly openWorker: () => PieceCache;
  /** Damages what the cache holds. */
  readonly damage: (kept: CacheEntry) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What rendering expects of the cache of files that renders made. */
export const pieceCacheContract = (name: string, open: () => Promise<PieceCacheUnderTest>): void => {
  describe(`piece cache: ${name}`, () => {
    let tested: PieceCacheUnderTest;
    const folder = folderForSuite();
    beforeEach(async () => {
      tested = await open();
    });
    afterEach(() => tested.close());

    const keep = async (cache: PieceCache, key: string, text: string, note?: CacheEntry['note']) => {
      const path = join(folder, `${key}.made`);
      await writeFile(path, text);
      const kept = { sha256: createHash('sha256').update(text).digest('hex'), ...(note ? { note } : {}) };
      await cache.store(key, kept, path);
      return kept;
    };
    const taken = async (cache: PieceCache, key: string) => {
      const kept = await cache.find(key);
      const path = join(folder, randomUUID());
      const bytes = kept && (await cache.restore(kept, path));
      return bytes === undefined ? undefined : [bytes, await readFile(path, 'utf8'), kept?.note];
    };

    it('returns a kept file with its note, also to other workers', async () => {
      await keep(tested.openWorker(), 'key', 'a piece', { frames: 7 });
      expect(await taken(tested.openWorker(), 'key')).to.deep.equal([7, 'a piece', { frames: 7 }]);
    });

    it('returns nothing for other keys', async () => {
      const cache = tested.openWorker();
      await keep(cache, 'key', 'a piece');
      expect(await cache.find('another')).to.equal(undefined);
    });

    it('returns what was kept last under a key', async () => {
      const cache = tested.openWorker();
      await keep(cache, 'key', 'old');
      await keep(cache, 'key', 'newer');
      expect(await taken(cache, 'key')).to.deep.equal([5, 'newer', undefined]);
    });

    it('does not return a damaged file', async () => {
      const cache = tested.openWorker();
      await tested.damage(await keep(cache, 'key', 'a piece'));
      expect(await taken(cache, 'key')).to.equal(undefined);
    });
  });
};
