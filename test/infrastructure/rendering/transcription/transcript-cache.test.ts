import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { transcriptCache } from '../../../../infrastructure/rendering/transcription/transcript-cache.js';

const words = [{ word: 'Hello', start: 0, end: 500 }];

describe('transcript cache', () => {
  let folder: string;
  let warnings: string[];
  const cache = (maxBytes = 1_000_000, within = folder) =>
    transcriptCache({ folder: within, maxBytes, warn: (message) => warnings.push(message) });
  const files = async (): Promise<ReadonlyArray<string>> =>
    (await readdir(folder)).map((name) => join(folder, name));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transcripts-'));
    warnings = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('returns what was stored under the same key, also by another process', async () => {
    await cache().keep('a', words);
    await cache().keep('silence', []);
    expect(await cache().find('a')).to.deep.equal(words);
    expect(await cache().find('silence')).to.deep.equal([]);
    expect(await cache().find('b')).to.equal(undefined);
    expect(warnings).to.deep.equal([]);
  });

  it('treats a damaged file as missing, and removes it', async () => {
    for (const damage of ['[{"word":"Hel', '{"words":[]}', '[{"word":1,"start":0,"end":1}]', '']) {
      await cache().keep('a', words);
      const [file = ''] = await files();
      await writeFile(file, damage);
      expect(await cache().find('a')).to.equal(undefined);
      expect(await files()).to.deep.equal([]);
    }
  });

  it('stays within its size: the least recently used transcript is evicted first', async () => {
    await cache().keep('old', words);
    const [first = ''] = await files();
    const { size } = await stat(first);
    await cache().keep('used', words);
    for (const file of await files()) await utimes(file, 1, 1);
    await cache().find('used');
    await cache(2 * size).keep('new', words);
    expect(await cache().find('old')).to.equal(undefined);
    expect(await cache().find('used')).to.deep.equal(words);
    expect(await cache().find('new')).to.deep.equal(words);
  });

  it('only makes transcription slower if its folder cannot be used', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const unusable = cache(1000, join(file, 'below'));
    await unusable.keep('a', words);
    expect(await unusable.find('a')).to.equal(undefined);
    expect(warnings).to.have.length(2);
  });
});
