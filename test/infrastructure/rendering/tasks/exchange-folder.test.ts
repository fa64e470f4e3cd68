import { expect } from 'chai';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeExchangeFolder } from '../../../../infrastructure/rendering/tasks/exchange-folder.js';

describe('The folder of a task process', () => {
  it('holds files of the same name from different folders, and each file once', async () => {
    const root = await mkdtemp(join(tmpdir(), 'exchange-folder-'));
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
    await rm(root, { recursive: true });
  });
});
