import { expect } from 'chai';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeExchangeFolder } from '../../../../infrastructure/rendering/tasks/exchange-folder.js';
import { contentCache } from '../../../../infrastructure/storage/content-cache.js';
import { sha256OfText } from '../../../../workers/files/file-hash.js';
import { CacheEntry } from '../../../../workers/render/ports/piece-cache.js';
import { folderForSuite } from '../../../support/for-suite.js';

describe('The folder of a task process', () => {
  const root = folderForSuite();

  it('holds files of the same name from different folders, and each file once', async () => {
    const { give } = makeExchangeFolder(root);
    const files = [];
    for (const name of ['a', 'b']) {
      await mkdir(join(root, name));
      const file = join(root, name, 'still-0.yuv');
      await writeFile(file, name);
      files.push(file);
    }
    const given = await Promise.all([...files, ...files].map(give));
    expect(await Promise.all(given.map((path) => readFile(path, 'utf8')))).to.deep.equal([
      'a',
      'b',
      'a',
      'b',
    ]);
    expect(new Set(given).size).to.equal(2);
  });

  it('holds a file once that previews of a series take from a cache one after the other', async () => {
    const { give } = makeExchangeFolder(root);
    const cache = contentCache(CacheEntry, join(root, 'cache'), 1000);
    const kept = { sha256: sha256OfText('source') };
    await writeFile(join(root, 'source'), 'source');
    await cache.store('source', kept, join(root, 'source'));
    const given = [];
    for (const preview of ['first', 'second']) {
      await cache.restore(kept, join(root, preview));
      given.push(await give(join(root, preview)));
    }
    expect(new Set(given).size).to.equal(1);
  });
});
