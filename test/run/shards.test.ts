import { expect } from 'chai';
import { splitIntoShards } from './shards.js';

describe('splitting tests into processes', () => {
  it('puts each file into one shard, of about the same length', () => {
    const durations = { 'a.test.ts': 60, 'b.test.ts': 40, 'c.test.ts': 20 };
    expect(
      splitIntoShards(['new.test.ts', 'c.test.ts', 'a.test.ts', 'b.test.ts'], 2, durations),
    ).to.deep.equal([
      ['a.test.ts', 'new.test.ts'],
      ['b.test.ts', 'c.test.ts'],
    ]);
  });

  it('keeps files together that share a browser', () => {
    const files = ['a.test.ts', 'test/web/b.test.ts', 'test/web/c.test.ts', 'd.test.ts'];
    const durations = {
      'a.test.ts': 30,
      'd.test.ts': 20,
      'test/web/b.test.ts': 20,
      'test/web/c.test.ts': 20,
    };
    expect(splitIntoShards(files, 2, durations)).to.deep.equal([
      ['test/web/b.test.ts', 'test/web/c.test.ts'],
      ['a.test.ts', 'd.test.ts'],
    ]);
  });

  it('leaves short shards of files that share nothing for the processes that end first', () => {
    const names = (folder: string) => Array.from({ length: 30 }, (_, index) => `${folder}/${index}.test.ts`);
    const files = [...names('test/render'), ...names('test/infrastructure')];
    const shards = splitIntoShards(files, 2, Object.fromEntries(files.map((file) => [file, 10])));
    expect(shards.flat()).to.have.members(files);
    expect(shards.map(({ length }) => length)).to.deep.equal([26, 25, 3, 3, 3]);
    for (const file of shards.slice(2).flat()) expect(file).to.match(/^test\/render\//);
  });

  it('leaves no shard empty', () => {
    expect(splitIntoShards(['a.test.ts'], 3, {})).to.deep.equal([['a.test.ts']]);
  });
});
