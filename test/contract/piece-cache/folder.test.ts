import { appendFile, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { contentCache } from '../../../infrastructure/storage/content-cache.js';
import { sha256OfText } from '../../../workers/files/file-hash.js';
import { CacheEntry } from '../../../workers/render/ports/piece-cache.js';
import { folderForSuite } from '../../support/for-suite.js';
import { pieceCacheContract } from './piece-cache-contract.js';

pieceCacheContract('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'piece-cache-'));
  return {
    openWorker: () => contentCache(CacheEntry, folder, 2 ** 20),
    damage: ({ sha256 }) => appendFile(join(folder, 'content', sha256), 'damage'),
    close: () => rm(folder, { recursive: true }),
  };
});

describe('piece cache: a folder', () => {
  const folder = folderForSuite();

  it('forgets some files if they do not fit', async () => {
    const cache = contentCache(CacheEntry, join(folder, 'full'), 1000);
    const keys = Array.from({ length: 10 }, (_, n) => `key-${n}`);
    for (const key of keys) {
      const text = key.padEnd(400, '.');
      await writeFile(join(folder, key), text);
      await cache.store(key, { sha256: sha256OfText(text) }, join(folder, key));
    }
    const kept = await Promise.all(keys.map((key) => cache.find(key)));
    expect(kept.filter(Boolean)).to.have.length.within(1, 3);
  });

  /** A cache whose only file, once it was taken, got another content of the same length, but the same time of change. */
  const replaced = async (verifiedMs: number) => {
    const home = await mkdtemp(join(folder, 'replaced-'));
    const cache = contentCache(CacheEntry, home, 1000, verifiedMs);
    const kept = { sha256: sha256OfText('kept') };
    const content = join(home, 'content', kept.sha256);
    let taken = 0;
    const take = () => cache.restore(kept, join(home, `taken-${(taken += 1)}`));
    await writeFile(join(folder, 'file'), 'kept');
    await cache.store('key', kept, join(folder, 'file'));
    expect(await take()).to.equal(4);
    const { atime, mtime } = await stat(content);
    await writeFile(content, 'lost');
    await utimes(content, atime, mtime);
    return { take, content };
  };

  it('does not read again what was verified and has not changed since', async () => {
    const { take, content } = await replaced(3_600_000);
    expect(await take()).to.equal(4);
    expect(await take()).to.equal(4);
    await utimes(content, 1, 1);
    expect(await take()).to.equal(undefined);
  });

  it('reads it again after that time', async () => {
    const { take } = await replaced(0);
    expect(await take()).to.equal(undefined);
  });
});
