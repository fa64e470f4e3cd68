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

  it('leaves no shard empty', () => {
    expect(splitIntoShards(['a.test.ts'], 3, {})).to.deep.equal([['a.test.ts']]);
  });
});
